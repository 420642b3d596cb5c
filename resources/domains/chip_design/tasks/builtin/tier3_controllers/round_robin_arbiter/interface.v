module round_robin_arbiter(
    input  wire       clk,
    input  wire       reset,
    input  wire [3:0] request,
    input  wire       ready,
    output wire [3:0] grant,
    output reg  [1:0] grant_index,
    output wire       valid
);

endmodule
