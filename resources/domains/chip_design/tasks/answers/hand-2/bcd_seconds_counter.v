module bcd_seconds_counter(
    input  wire       clk,
    input  wire       reset_n,
    input  wire       tick,
    input  wire       set,
    input  wire [3:0] set_tens,
    input  wire [3:0] set_ones,
    output reg  [3:0] tens,
    output reg  [3:0] ones,
    output reg        minute,
    output reg        rejected
);
    wire bad_o = set_ones[3] & (set_ones[2] | set_ones[1]);
    wire bad_t = set_tens[3] | (set_tens[2] & set_tens[1]);
    wire bad   = bad_o | bad_t;
    wire o9    = ones[3] & ones[0];
    wire t5    = tens[2] & tens[0];
    wire step_ = tick & ~set;
    wire ld    = set & ~bad;

    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            tens     <= 4'd0;
            ones     <= 4'd0;
            minute   <= 1'b0;
            rejected <= 1'b0;
        end else begin
            rejected <= set & bad;
            minute   <= step_ & o9 & t5;
            if (ld)
                {tens, ones} <= {set_tens, set_ones};
            else if (step_) begin
                ones <= o9 ? 4'd0 : ones + 4'd1;
                if (o9) tens <= t5 ? 4'd0 : tens + 4'd1;
            end
        end
endmodule
