module ripple_adder_4(
    input  wire [3:0] a,
    input  wire [3:0] b,
    input  wire       carry_in,
    output wire [3:0] sum,
    output wire       carry_out,
    output wire       overflow
);
    wire [4:0] carry;

    assign carry[0] = carry_in;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : full_adder
            assign sum[i]       = a[i] ^ b[i] ^ carry[i];
            assign carry[i + 1] = (a[i] & b[i]) | (carry[i] & (a[i] ^ b[i]));
        end
    endgenerate

    assign carry_out = carry[4];
    assign overflow  = carry[4] ^ carry[3];
endmodule
