module dmc_store(
    input  wire        clk,
    input  wire        we,
    input  wire [2:0]  ix,
    input  wire [4:0]  tag_d,
    input  wire [15:0] word_d,
    output wire [4:0]  tag_q,
    output wire [15:0] word_q
);
    reg [20:0] ram [0:7];
    always @(posedge clk) if (we) ram[ix] <= {tag_d, word_d};
    assign {tag_q, word_q} = ram[ix];
endmodule

module direct_mapped_cache(
    input  wire        clk,
    input  wire        rst,
    input  wire        request_valid,
    output wire        request_ready,
    input  wire        request_write,
    input  wire [7:0]  request_address,
    input  wire [15:0] request_data,
    output wire        response_valid,
    output wire        response_hit,
    output wire [15:0] response_data,
    output wire        memory_valid,
    input  wire        memory_ready,
    output wire        memory_write,
    output wire [7:0]  memory_address,
    output wire [15:0] memory_write_data,
    input  wire [15:0] memory_read_data
);
    localparam [3:0] IDLE = 4'b0001, LOOK = 4'b0010, EVICT = 4'b0100, FILL = 4'b1000;

    reg [3:0]  st, nx;
    reg [7:0]  vld, dty;
    reg        wr, first;
    reg [7:0]  ad;
    reg [15:0] dat;

    wire       look  = st[1];
    wire       evict = st[2];
    wire       fill  = st[3];
    wire [2:0] ix    = ad[2:0];
    wire [7:0] line  = 8'd1 << ix;
    wire [4:0] tq;
    wire [15:0] wq;

    wire v     = |(vld & line);
    wire vd    = v & (|(dty & line));
    wire hit   = v & (tq == ad[7:3]);
    wire fin   = hit | (wr & ~vd);
    wire put   = look & fin & wr;
    wire got   = fill & memory_ready;

    dmc_store u_st(.clk(clk), .we((put | got) & ~rst), .ix(ix), .tag_d(ad[7:3]),
                   .word_d(fill ? memory_read_data : dat), .tag_q(tq), .word_q(wq));

    always @* begin
        nx = st;
        case (st)
            IDLE:  if (request_valid) nx = LOOK;
            LOOK:  nx = fin ? IDLE : vd ? EVICT : FILL;
            EVICT: if (memory_ready) nx = LOOK;
            FILL:  if (memory_ready) nx = LOOK;
            default: nx = IDLE;
        endcase
    end

    always @(posedge clk)
        if (rst) begin
            st  <= IDLE;
            vld <= 8'd0;
            dty <= 8'd0;
        end else begin
            st <= nx;
            if (put | got)
                vld <= vld | line;
            else if (evict & memory_ready)
                vld <= vld & ~line;
            if (put)
                dty <= dty | line;
            else if (got)
                dty <= dty & ~line;
        end

    always @(posedge clk)
        if (rst)
            first <= 1'b0;
        else if (st[0]) begin
            first <= 1'b1;
            wr    <= request_write;
            ad    <= request_address;
            dat   <= request_data;
        end else
            first <= 1'b0;

    assign request_ready     = st[0];
    assign response_valid    = look & fin;
    assign response_hit      = look & first & hit;
    assign response_data     = wq;
    assign memory_valid      = evict | fill;
    assign memory_write      = evict;
    assign memory_address    = {evict ? tq : ad[7:3], ix};
    assign memory_write_data = wq;
endmodule
