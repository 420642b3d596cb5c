// One-bit full adder.
module full_adder(
    input  wire a,
    input  wire b,
    input  wire carry_in,
    output wire sum,
    output wire carry_out
);

    wire half_sum = a ^ b;

    assign sum       = half_sum ^ carry_in;
    assign carry_out = (a & b) | (half_sum & carry_in);

endmodule

// 4-bit ripple-carry adder with signed overflow.
module ripple_adder_4(
    input  wire [3:0] a,
    input  wire [3:0] b,
    input  wire       carry_in,
    output wire [3:0] sum,
    output wire       carry_out,
    output wire       overflow
);

    wire carry_1;
    wire carry_2;
    wire carry_3;
    wire carry_4;

    full_adder bit_0(.a(a[0]), .b(b[0]), .carry_in(carry_in), .sum(sum[0]), .carry_out(carry_1));
    full_adder bit_1(.a(a[1]), .b(b[1]), .carry_in(carry_1),  .sum(sum[1]), .carry_out(carry_2));
    full_adder bit_2(.a(a[2]), .b(b[2]), .carry_in(carry_2),  .sum(sum[2]), .carry_out(carry_3));
    full_adder bit_3(.a(a[3]), .b(b[3]), .carry_in(carry_3),  .sum(sum[3]), .carry_out(carry_4));

    assign carry_out = carry_4;
    assign overflow  = carry_3 ^ carry_4;

endmodule
