module lfsr_galois_16(
    input  wire        clk,
    input  wire        reset_n,
    input  wire        enable,
    input  wire        load,
    input  wire [15:0] seed,
    output reg  [15:0] state,
    output wire        bit_out
);
    always @(posedge clk or negedge reset_n) begin
        if (!reset_n)
            state <= 16'hACE1;
        else if (load)
            state <= (seed == 16'd0) ? 16'hACE1 : seed;
        else if (enable)
            state <= {1'b0, state[15:1]} ^ (state[0] ? 16'hB400 : 16'h0000);
    end
    assign bit_out = state[0];
endmodule
