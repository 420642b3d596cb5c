module saturating_mac(
    input  wire               clk,
    input  wire               rst,
    input  wire               in_valid,
    input  wire               first,
    input  wire               last,
    input  wire               subtract,
    input  wire signed [7:0]  a,
    input  wire signed [7:0]  b,
    output wire               out_valid,
    output wire signed [17:0] result,
    output wire               saturated
);

endmodule
