module ripple_adder_4(
    input  wire [3:0] a,
    input  wire [3:0] b,
    input  wire       carry_in,
    output wire [3:0] sum,
    output wire       carry_out,
    output wire       overflow
);
    // flat lookahead
    wire [3:0] p = a ^ b;
    wire [3:0] g = a & b;
    wire c1 = g[0] | (p[0] & carry_in);
    wire g1 = g[1] | (p[1] & g[0]);
    wire p1 = p[1] & p[0];
    wire c2 = g1 | (p1 & carry_in);
    wire c3 = g[2] | (p[2] & g1) | (p[2] & p1 & carry_in);
    wire g3 = g[3] | (p[3] & g[2]) | (p[3] & p[2] & g1);
    wire c4 = g3 | (p[3] & p[2] & p1 & carry_in);

    assign sum       = p ^ {c3, c2, c1, carry_in};
    assign carry_out = c4;
    assign overflow  = c4 ^ c3;
endmodule
