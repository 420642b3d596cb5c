module sync_fifo(
    input  wire       clk,
    input  wire       reset,
    input  wire       write,
    input  wire [7:0] write_data,
    input  wire       read,
    output wire [7:0] read_data,
    output wire       empty,
    output wire       full,
    output reg  [3:0] count,
    output reg        overflow,
    output reg        underflow
);

endmodule
