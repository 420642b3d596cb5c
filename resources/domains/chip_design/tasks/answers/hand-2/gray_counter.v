module gray_counter(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    output reg  [3:0] gray,
    output wire [3:0] binary,
    output reg        wrap
);
    wire       par = ^gray;
    wire [3:0] tgl = {par & ~gray[0] & ~gray[1],
                      par & ~gray[0] &  gray[1],
                      par &  gray[0],
                      ~par};

    always @(posedge clk)
        if (reset) begin
            gray <= 4'd0;
            wrap <= 1'b0;
        end else begin
            gray <= gray ^ ({4{enable}} & tgl);
            wrap <= enable & (gray == 4'b1000);
        end

    assign binary = {gray[3], ^gray[3:2], ^gray[3:1], par};
endmodule
