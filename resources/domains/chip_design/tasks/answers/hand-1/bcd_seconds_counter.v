// Seconds counter 00 to 59 in two BCD digits.
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

    wire set_is_legal = (set_tens <= 4'd5) && (set_ones <= 4'd9);
    wire ones_at_end  = (ones == 4'd9);
    wire tens_at_end  = (tens == 4'd5);

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            tens     <= 4'd0;
            ones     <= 4'd0;
            minute   <= 1'b0;
            rejected <= 1'b0;
        end else if (set) begin
            minute   <= 1'b0;
            rejected <= !set_is_legal;
            if (set_is_legal) begin
                tens <= set_tens;
                ones <= set_ones;
            end
        end else begin
            rejected <= 1'b0;
            minute   <= tick && ones_at_end && tens_at_end;
            if (tick) begin
                if (ones_at_end) begin
                    ones <= 4'd0;
                    tens <= tens_at_end ? 4'd0 : tens + 4'd1;
                end else begin
                    ones <= ones + 4'd1;
                end
            end
        end
    end

endmodule
