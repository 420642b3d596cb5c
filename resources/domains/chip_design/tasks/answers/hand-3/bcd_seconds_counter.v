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
    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            tens <= 4'd0;
            ones <= 4'd0;
            minute <= 1'b0;
            rejected <= 1'b0;
        end else begin
            minute <= 1'b0;
            rejected <= 1'b0;
            if (set) begin
                if (set_tens <= 4'd5 && set_ones <= 4'd9) begin
                    tens <= set_tens;
                    ones <= set_ones;
                end else begin
                    rejected <= 1'b1;
                end
            end else if (tick) begin
                if (ones == 4'd9) begin
                    ones <= 4'd0;
                    if (tens == 4'd5) begin
                        tens <= 4'd0;
                        minute <= 1'b1;
                    end else begin
                        tens <= tens + 4'd1;
                    end
                end else begin
                    ones <= ones + 4'd1;
                end
            end
        end
    end
endmodule
