module afifo_cross(
    input  wire       clk,
    input  wire       rst,
    input  wire [3:0] d,
    output wire [3:0] q
);
    reg [7:0] s;
    always @(posedge clk) s <= rst ? 8'd0 : {s[3:0], d};
    assign q = s[7:4];
endmodule

module afifo_ptr(
    input  wire       clk,
    input  wire       rst,
    input  wire       inc,
    output wire [2:0] addr,
    output reg  [3:0] gray
);
    wire [3:0] bin = {gray[3], ^gray[3:2], ^gray[3:1], ^gray};
    wire [3:0] nxt = bin + 4'd1;
    always @(posedge clk)
        if (rst)      gray <= 4'd0;
        else if (inc) gray <= nxt ^ {1'b0, nxt[3:1]};
    assign addr = bin[2:0];
endmodule

module async_fifo(
    input  wire       write_clk,
    input  wire       write_rst,
    input  wire       write_enable,
    input  wire [7:0] write_data,
    output wire       full,
    output wire [3:0] write_pointer_gray,
    input  wire       read_clk,
    input  wire       read_rst,
    input  wire       read_enable,
    output wire [7:0] read_data,
    output wire       empty,
    output wire [3:0] read_pointer_gray
);
    reg  [7:0] mem [0:7];
    wire [2:0] wa, ra;
    wire [3:0] rg, wg;
    wire       we = write_enable & ~full;
    wire       re = read_enable & ~empty;

    afifo_cross u_r2w(.clk(write_clk), .rst(write_rst), .d(read_pointer_gray), .q(rg));
    afifo_cross u_w2r(.clk(read_clk), .rst(read_rst), .d(write_pointer_gray), .q(wg));
    afifo_ptr   u_wp(.clk(write_clk), .rst(write_rst), .inc(we), .addr(wa), .gray(write_pointer_gray));
    afifo_ptr   u_rp(.clk(read_clk), .rst(read_rst), .inc(re), .addr(ra), .gray(read_pointer_gray));

    always @(posedge write_clk)
        if (we & ~write_rst) mem[wa] <= write_data;

    assign full      = (write_pointer_gray ^ rg) == 4'b1100;
    assign empty     = read_pointer_gray == wg;
    assign read_data = mem[ra];
endmodule
