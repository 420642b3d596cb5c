// 16-bit right-shifting Galois LFSR.
module lfsr_galois_16(
    input  wire        clk,
    input  wire        reset_n,
    input  wire        enable,
    input  wire        load,
    input  wire [15:0] seed,
    output reg  [15:0] state,
    output wire        bit_out
);

    localparam [15:0] DEFAULT_STATE = 16'hACE1;
    localparam [15:0] FEEDBACK_MASK = 16'hB400;

    wire [15:0] shifted   = {1'b0, state[15:1]};
    wire [15:0] stepped   = state[0] ? (shifted ^ FEEDBACK_MASK) : shifted;
    wire [15:0] safe_seed = (seed == 16'd0) ? DEFAULT_STATE : seed;

    assign bit_out = state[0];

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n)
            state <= DEFAULT_STATE;
        else if (load)
            state <= safe_seed;
        else if (enable)
            state <= stepped;
    end

endmodule
