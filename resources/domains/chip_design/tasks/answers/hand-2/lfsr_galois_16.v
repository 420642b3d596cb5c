module lfsr_galois_16(
    input  wire        clk,
    input  wire        reset_n,
    input  wire        enable,
    input  wire        load,
    input  wire [15:0] seed,
    output reg  [15:0] state,
    output wire        bit_out
);
    localparam [15:0] INIT = 16'hACE1, TAPS = 16'hB400;
    wire [15:0] adv = {1'b0, state[15:1]} ^ (TAPS & {16{state[0]}});
    wire [15:0] sd  = seed | (INIT & {16{~|seed}});

    always @(posedge clk or negedge reset_n)
        if (!reset_n)    state <= INIT;
        else if (load)   state <= sd;
        else if (enable) state <= adv;

    assign bit_out = state[0];
endmodule
