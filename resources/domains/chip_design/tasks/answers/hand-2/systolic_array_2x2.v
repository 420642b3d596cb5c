module sys_cell(
    input  wire               clk,
    input  wire               clear,
    input  wire               enable,
    input  wire signed [7:0]  l,
    input  wire signed [7:0]  u,
    output reg  signed [7:0]  r,
    output reg  signed [7:0]  d,
    output reg  signed [19:0] s
);
    wire signed [15:0] p = l * u;
    always @(posedge clk)
        if (clear) begin
            r <= 8'sd0;
            d <= 8'sd0;
            s <= 20'sd0;
        end else if (enable) begin
            r <= l;
            d <= u;
            s <= s + {{4{p[15]}}, p};
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
    sys_cell c00(clk, clear, enable, left_0, top_0, r00, d00, sum_00);
    sys_cell c01(clk, clear, enable, r00,    top_1, r01, d01, sum_01);
    sys_cell c10(clk, clear, enable, left_1, d00,   r10, d10, sum_10);
    sys_cell c11(clk, clear, enable, r10,    d01,   r11, d11, sum_11);
endmodule
