// 4-bit counter that is held in reflected Gray code.
module gray_counter(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    output reg  [3:0] gray,
    output wire [3:0] binary,
    output reg        wrap
);

    // Gray to binary: each bit is the parity of the Gray bits from it upwards
    assign binary[3] = gray[3];
    assign binary[2] = gray[3] ^ gray[2];
    assign binary[1] = gray[3] ^ gray[2] ^ gray[1];
    assign binary[0] = gray[3] ^ gray[2] ^ gray[1] ^ gray[0];

    wire [3:0] next_binary = binary + 4'd1;
    wire [3:0] next_gray   = next_binary ^ {1'b0, next_binary[3:1]};

    always @(posedge clk) begin
        if (reset) begin
            gray <= 4'b0000;
            wrap <= 1'b0;
        end else begin
            wrap <= enable && (gray == 4'b1000);
            if (enable)
                gray <= next_gray;
        end
    end

endmodule
