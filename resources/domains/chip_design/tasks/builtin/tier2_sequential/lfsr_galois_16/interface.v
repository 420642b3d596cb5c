module lfsr_galois_16(
    input  wire        clk,
    input  wire        reset_n,
    input  wire        enable,
    input  wire        load,
    input  wire [15:0] seed,
    output reg  [15:0] state,
    output wire        bit_out
);

endmodule
