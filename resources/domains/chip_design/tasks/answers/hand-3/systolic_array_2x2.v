module systolic_cell(
    input  wire               clk,
    input  wire               clear,
    input  wire               enable,
    input  wire signed [7:0]  left,
    input  wire signed [7:0]  top,
    output reg  signed [7:0]  right,
    output reg  signed [7:0]  down,
    output reg  signed [19:0] sum
);
    wire signed [15:0] product = left * top;
    always @(posedge clk) begin
        if (clear) begin
            sum <= 20'sd0;
            right <= 8'sd0;
            down <= 8'sd0;
        end else if (enable) begin
            sum <= sum + product;
            right <= left;
            down <= top;
        end
    end
endmodule

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
    wire signed [7:0] r00, r01, r10, r11, d00, d01, d10, d11;

    systolic_cell c00(.clk(clk), .clear(clear), .enable(enable), .left(left_0), .top(top_0), .right(r00), .down(d00), .sum(sum_00));
    systolic_cell c01(.clk(clk), .clear(clear), .enable(enable), .left(r00), .top(top_1), .right(r01), .down(d01), .sum(sum_01));
    systolic_cell c10(.clk(clk), .clear(clear), .enable(enable), .left(left_1), .top(d00), .right(r10), .down(d10), .sum(sum_10));
    systolic_cell c11(.clk(clk), .clear(clear), .enable(enable), .left(r10), .top(d01), .right(r11), .down(d11), .sum(sum_11));
endmodule
