module universal_shift_register(
    input  wire       clk,
    input  wire       reset_n,
    input  wire [1:0] mode,
    input  wire [7:0] parallel_in,
    input  wire       serial_right,
    input  wire       serial_left,
    output reg  [7:0] q,
    output wire       out_right,
    output wire       out_left
);

endmodule
