module gray_counter(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    output reg  [3:0] gray,
    output wire [3:0] binary,
    output reg        wrap
);

endmodule
