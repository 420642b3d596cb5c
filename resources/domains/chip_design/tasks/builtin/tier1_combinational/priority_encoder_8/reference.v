module priority_encoder_8(
    input  wire [7:0] request,
    output reg  [2:0] index,
    output wire [7:0] winner,
    output wire       valid,
    output wire       contended
);
    assign valid     = |request;
    assign winner    = valid ? (8'd1 << index) : 8'd0;
    assign contended = |(request & ~winner);

    always @* begin
        if (request[7])      index = 3'd7;
        else if (request[6]) index = 3'd6;
        else if (request[5]) index = 3'd5;
        else if (request[4]) index = 3'd4;
        else if (request[3]) index = 3'd3;
        else if (request[2]) index = 3'd2;
        else if (request[1]) index = 3'd1;
        else                 index = 3'd0;
    end
endmodule
