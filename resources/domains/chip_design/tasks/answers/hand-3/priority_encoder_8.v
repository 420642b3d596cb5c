module priority_encoder_8(
    input  wire [7:0] request,
    output reg  [2:0] index,
    output wire [7:0] winner,
    output wire       valid,
    output wire       contended
);
    integer i;
    always @* begin
        index = 3'd0;
        for (i = 0; i < 8; i = i + 1)
            if (request[i])
                index = i[2:0];
    end
    assign valid = |request;
    assign winner = valid ? (8'd1 << index) : 8'd0;
    assign contended = (request & (request - 8'd1)) != 8'd0;
endmodule
