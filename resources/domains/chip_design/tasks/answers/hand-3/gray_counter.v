module gray_counter(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    output reg  [3:0] gray,
    output wire [3:0] binary,
    output reg        wrap
);
    assign binary[3] = gray[3];
    assign binary[2] = gray[3] ^ gray[2];
    assign binary[1] = gray[3] ^ gray[2] ^ gray[1];
    assign binary[0] = gray[3] ^ gray[2] ^ gray[1] ^ gray[0];

    wire [3:0] next = binary + 4'd1;

    always @(posedge clk) begin
        if (reset) begin
            gray <= 4'd0;
            wrap <= 1'b0;
        end else begin
            wrap <= 1'b0;
            if (enable) begin
                gray <= next ^ (next >> 1);
                wrap <= (gray == 4'b1000);
            end
        end
    end
endmodule
