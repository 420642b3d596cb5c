// Blocking cache: one stored request walks through look-up, write-back and fill until a look-up completes it.
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
    localparam [1:0] IDLE = 2'd0, LOOKUP = 2'd1, WRITE_BACK = 2'd2, FILL = 2'd3;

    reg [1:0]  state;
    reg        write;
    reg [7:0]  address;
    reg [15:0] data;
    reg        missed;

    reg [7:0]  valid;
    reg [7:0]  dirty;
    reg [4:0]  tags [0:7];
    reg [15:0] words [0:7];

    wire [2:0] line     = address[2:0];
    wire [4:0] tag      = address[7:3];
    wire       hit      = valid[line] && (tags[line] == tag);
    wire       evict    = valid[line] && dirty[line];
    wire       complete = hit || (write && !evict);

    assign request_ready     = (state == IDLE);
    assign response_valid    = (state == LOOKUP) && complete;
    assign response_hit      = hit && !missed;
    assign response_data     = words[line];
    assign memory_valid      = (state == WRITE_BACK) || (state == FILL);
    assign memory_write      = (state == WRITE_BACK);
    assign memory_address    = (state == WRITE_BACK) ? {tags[line], line} : address;
    assign memory_write_data = words[line];

    always @(posedge clk) begin
        if (rst) begin
            state <= IDLE;
            valid <= 8'd0;
        end else begin
            case (state)
                IDLE:
                    if (request_valid) begin
                        state   <= LOOKUP;
                        write   <= request_write;
                        address <= request_address;
                        data    <= request_data;
                        missed  <= 1'b0;
                    end
                LOOKUP: begin
                    missed <= !hit;
                    if (complete) begin
                        state <= IDLE;
                        if (write) begin
                            words[line] <= data;
                            tags[line]  <= tag;
                            valid[line] <= 1'b1;
                            dirty[line] <= 1'b1;
                        end
                    end else begin
                        state <= evict ? WRITE_BACK : FILL;
                    end
                end
                WRITE_BACK:
                    if (memory_ready) begin
                        state       <= LOOKUP;
                        valid[line] <= 1'b0;
                    end
                default:
                    if (memory_ready) begin
                        state       <= LOOKUP;
                        words[line] <= memory_read_data;
                        tags[line]  <= tag;
                        valid[line] <= 1'b1;
                        dirty[line] <= 1'b0;
                    end
            endcase
        end
    end
endmodule
