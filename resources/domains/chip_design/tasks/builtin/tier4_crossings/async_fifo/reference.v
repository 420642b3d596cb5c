// Four-bit counters address eight bytes; the extra bit tells full from empty. Only Gray codes cross the domains.
module async_fifo(
    input  wire       write_clk,
    input  wire       write_rst,
    input  wire       write_enable,
    input  wire [7:0] write_data,
    output wire       full,
    output reg  [3:0] write_pointer_gray,
    input  wire       read_clk,
    input  wire       read_rst,
    input  wire       read_enable,
    output wire [7:0] read_data,
    output wire       empty,
    output reg  [3:0] read_pointer_gray
);
    reg [7:0] memory [0:7];
    reg [3:0] write_count, read_count;
    reg [3:0] read_gray_1, read_gray_2;
    reg [3:0] write_gray_1, write_gray_2;

    wire [3:0] next_write_count = write_count + 4'd1;
    wire [3:0] next_read_count  = read_count + 4'd1;

    assign full      = write_pointer_gray == {~read_gray_2[3:2], read_gray_2[1:0]};
    assign empty     = read_pointer_gray == write_gray_2;
    assign read_data = memory[read_count[2:0]];

    always @(posedge write_clk) begin
        if (write_rst) begin
            write_count        <= 4'd0;
            write_pointer_gray <= 4'd0;
            read_gray_1        <= 4'd0;
            read_gray_2        <= 4'd0;
        end else begin
            read_gray_1 <= read_pointer_gray;
            read_gray_2 <= read_gray_1;
            if (write_enable && !full) begin
                memory[write_count[2:0]] <= write_data;
                write_count              <= next_write_count;
                write_pointer_gray       <= next_write_count ^ (next_write_count >> 1);
            end
        end
    end

    always @(posedge read_clk) begin
        if (read_rst) begin
            read_count        <= 4'd0;
            read_pointer_gray <= 4'd0;
            write_gray_1      <= 4'd0;
            write_gray_2      <= 4'd0;
        end else begin
            write_gray_1 <= write_pointer_gray;
            write_gray_2 <= write_gray_1;
            if (read_enable && !empty) begin
                read_count        <= next_read_count;
                read_pointer_gray <= next_read_count ^ (next_read_count >> 1);
            end
        end
    end
endmodule
