module systolic_array_2x2(
    input  wire               clk,
    input  wire               clear,
    input  wire               enable,
    input  wire signed [7:0]  left_0,
    input  wire signed [7:0]  left_1,
    input  wire signed [7:0]  top_0,
    input  wire signed [7:0]  top_1,
    output wire signed [19:0] sum_00,
    output wire signed [19:0] sum_01,
    output wire signed [19:0] sum_10,
    output wire signed [19:0] sum_11
);
endmodule
