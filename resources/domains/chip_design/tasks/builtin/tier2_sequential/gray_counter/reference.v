module gray_counter(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    output reg  [3:0] gray,
    output wire [3:0] binary,
    output reg        wrap
);
    wire [3:0] following = binary + 4'd1;

    assign binary = {gray[3], gray[3] ^ gray[2], gray[3] ^ gray[2] ^ gray[1], ^gray};

    always @(posedge clk) begin
        if (reset) begin
            gray <= 4'd0;
            wrap <= 1'b0;
        end else begin
            wrap <= enable && (binary == 4'd15);
            if (enable)
                gray <= following ^ (following >> 1);
        end
    end
endmodule
