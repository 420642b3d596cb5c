module fir_tap(
    input  wire               clk,
    input  wire               rst,
    input  wire               cw,
    input  wire signed [7:0]  cd,
    input  wire               sh,
    input  wire signed [11:0] xd,
    output reg  signed [11:0] xq,
    output wire signed [19:0] p
);
    reg signed [7:0] c;
    always @(posedge clk)
        if (rst) begin
            c  <= 8'sd0;
            xq <= 12'sd0;
        end else begin
            if (cw) c  <= cd;
            if (sh) xq <= xd;
        end
    assign p = c * xq;
endmodule

module fir_filter(
    input  wire               clk,
    input  wire               rst,
    input  wire               coefficient_write,
    input  wire [2:0]         coefficient_index,
    input  wire signed [7:0]  coefficient,
    input  wire               in_valid,
    input  wire signed [11:0] sample,
    output wire               out_valid,
    output wire signed [11:0] filtered
);
    wire [7:0]         ws = {7'd0, coefficient_write} << coefficient_index;
    wire signed [11:0] x0, x1, x2, x3, x4, x5, x6, x7;
    wire signed [19:0] p0, p1, p2, p3, p4, p5, p6, p7;

    fir_tap t0(clk, rst, ws[0], coefficient, in_valid, sample, x0, p0);
    fir_tap t1(clk, rst, ws[1], coefficient, in_valid, x0, x1, p1);
    fir_tap t2(clk, rst, ws[2], coefficient, in_valid, x1, x2, p2);
    fir_tap t3(clk, rst, ws[3], coefficient, in_valid, x2, x3, p3);
    fir_tap t4(clk, rst, ws[4], coefficient, in_valid, x3, x4, p4);
    fir_tap t5(clk, rst, ws[5], coefficient, in_valid, x4, x5, p5);
    fir_tap t6(clk, rst, ws[6], coefficient, in_valid, x5, x6, p6);
    fir_tap t7(clk, rst, ws[7], coefficient, in_valid, x6, x7, p7);

    wire signed [20:0] q0 = p0 + p1;
    wire signed [20:0] q1 = p2 + p3;
    wire signed [20:0] q2 = p4 + p5;
    wire signed [20:0] q3 = p6 + p7;
    wire signed [21:0] h0 = q0 + q1;
    wire signed [21:0] h1 = q2 + q3;
    wire signed [22:0] s  = h0 + h1;

    reg signed [22:0] acc;
    reg               v1, v2, v3;
    reg signed [11:0] y;

    wire signed [23:0] rnd = acc + 24'sd32;
    wire [17:0]        q   = rnd[23:6];
    wire               fit = (q[17:11] == 7'h00) | (q[17:11] == 7'h7F);

    always @(posedge clk)
        if (rst) begin
            {v1, v2, v3} <= 3'b000;
            acc <= 23'sd0;
            y   <= 12'sd0;
        end else begin
            {v1, v2, v3} <= {in_valid, v1, v2};
            acc <= s;
            if (v2) y <= fit ? q[11:0] : {q[17], {11{~q[17]}}};
        end

    assign out_valid = v3;
    assign filtered  = y;
endmodule
