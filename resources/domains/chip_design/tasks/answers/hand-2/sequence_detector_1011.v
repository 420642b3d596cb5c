module sequence_detector_1011(
    input  wire       clk,
    input  wire       reset,
    input  wire       bit_valid,
    input  wire       bit_in,
    output wire       detected_now,
    output wire       detected,
    output reg  [3:0] count
);
    reg [3:0] h;

    assign detected_now = bit_valid & bit_in & h[2] & ~h[1] & h[0];
    assign detected     = h == 4'b1011;

    always @(posedge clk)
        if (reset) begin
            h     <= 4'd0;
            count <= 4'd0;
        end else if (bit_valid) begin
            h <= {h[2:0], bit_in};
            if (detected_now & ~&count) count <= count + 4'd1;
        end
endmodule
