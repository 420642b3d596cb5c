// 8-input priority encoder, bit 7 first.
module priority_encoder_8(
    input  wire [7:0] request,
    output reg  [2:0] index,
    output wire [7:0] winner,
    output wire       valid,
    output wire       contended
);

    always @* begin
        casez (request)
            8'b1???????: index = 3'd7;
            8'b01??????: index = 3'd6;
            8'b001?????: index = 3'd5;
            8'b0001????: index = 3'd4;
            8'b00001???: index = 3'd3;
            8'b000001??: index = 3'd2;
            8'b0000001?: index = 3'd1;
            default:     index = 3'd0;
        endcase
    end

    assign valid  = |request;
    assign winner = valid ? (8'd1 << index) : 8'd0;

    // A request that is left when the winner is taken away
    assign contended = |(request & ~winner);

endmodule
