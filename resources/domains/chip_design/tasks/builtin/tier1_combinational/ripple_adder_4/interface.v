module ripple_adder_4(
    input  wire [3:0] a,
    input  wire [3:0] b,
    input  wire       carry_in,
    output wire [3:0] sum,
    output wire       carry_out,
    output wire       overflow
);

endmodule
