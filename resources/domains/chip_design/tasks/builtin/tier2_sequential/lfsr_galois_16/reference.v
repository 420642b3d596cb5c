module lfsr_galois_16(
    input  wire        clk,
    input  wire        reset_n,
    input  wire        enable,
    input  wire        load,
    input  wire [15:0] seed,
    output reg  [15:0] state,
    output wire        bit_out
);
    localparam [15:0] START = 16'hACE1;
    localparam [15:0] TAPS  = 16'hB400;

    assign bit_out = state[0];

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n)
            state <= START;
        else if (load)
            state <= (seed == 16'd0) ? START : seed;
        else if (enable)
            state <= {1'b0, state[15:1]} ^ (state[0] ? TAPS : 16'd0);
    end
endmodule
