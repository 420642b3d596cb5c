module up_down_counter(
    input  wire       clk,
    input  wire       reset,
    input  wire       load,
    input  wire [7:0] load_value,
    input  wire       enable,
    input  wire       up,
    output reg  [7:0] count,
    output wire       terminal
);

endmodule
