// One multiply-accumulate cell.
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
            right <= 8'sd0;
            down  <= 8'sd0;
            sum   <= 20'sd0;
        end else if (enable) begin
            right <= left;
            down  <= top;
            sum   <= sum + {{4{product[15]}}, product};
        end
    end

endmodule

// Four cells in two rows; operands move right and down.
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

    wire signed [7:0] right_00;
    wire signed [7:0] right_01;
    wire signed [7:0] right_10;
    wire signed [7:0] right_11;
    wire signed [7:0] down_00;
    wire signed [7:0] down_01;
    wire signed [7:0] down_10;
    wire signed [7:0] down_11;

    systolic_cell cell_00(
        .clk(clk), .clear(clear), .enable(enable),
        .left(left_0), .top(top_0),
        .right(right_00), .down(down_00), .sum(sum_00)
    );

    systolic_cell cell_01(
        .clk(clk), .clear(clear), .enable(enable),
        .left(right_00), .top(top_1),
        .right(right_01), .down(down_01), .sum(sum_01)
    );

    systolic_cell cell_10(
        .clk(clk), .clear(clear), .enable(enable),
        .left(left_1), .top(down_00),
        .right(right_10), .down(down_10), .sum(sum_10)
    );

    systolic_cell cell_11(
        .clk(clk), .clear(clear), .enable(enable),
        .left(right_10), .top(down_01),
        .right(right_11), .down(down_11), .sum(sum_11)
    );

endmodule
