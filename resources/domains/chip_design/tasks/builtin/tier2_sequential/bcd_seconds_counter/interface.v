module bcd_seconds_counter(
    input  wire       clk,
    input  wire       reset_n,
    input  wire       tick,
    input  wire       set,
    input  wire [3:0] set_tens,
    input  wire [3:0] set_ones,
    output reg  [3:0] tens,
    output reg  [3:0] ones,
    output reg        minute,
    output reg        rejected
);

endmodule
