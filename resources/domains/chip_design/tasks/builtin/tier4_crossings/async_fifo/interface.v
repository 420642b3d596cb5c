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

endmodule
