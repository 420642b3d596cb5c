module full_adder(
    input  wire a,
    input  wire b,
    input  wire c,
    output wire s,
    output wire co
);
    assign s = a ^ b ^ c;
    assign co = (a & b) | (a & c) | (b & c);
endmodule

module ripple_adder_4(
    input  wire [3:0] a,
    input  wire [3:0] b,
    input  wire       carry_in,
    output wire [3:0] sum,
    output wire       carry_out,
    output wire       overflow
);
    wire c1, c2, c3;
    full_adder fa0(.a(a[0]), .b(b[0]), .c(carry_in), .s(sum[0]), .co(c1));
    full_adder fa1(.a(a[1]), .b(b[1]), .c(c1), .s(sum[1]), .co(c2));
    full_adder fa2(.a(a[2]), .b(b[2]), .c(c2), .s(sum[2]), .co(c3));
    full_adder fa3(.a(a[3]), .b(b[3]), .c(c3), .s(sum[3]), .co(carry_out));
    assign overflow = c3 ^ carry_out;
endmodule
