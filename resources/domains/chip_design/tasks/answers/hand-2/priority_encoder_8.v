module priority_encoder_8(
    input  wire [7:0] request,
    output reg  [2:0] index,
    output wire [7:0] winner,
    output wire       valid,
    output wire       contended
);
    wire [7:0] a = request | {1'b0, request[7:1]};
    wire [7:0] b = a | {2'b00, a[7:2]};
    wire [7:0] c = b | {4'b0000, b[7:4]};

    assign winner    = c & ~{1'b0, c[7:1]};
    assign valid     = c[0];
    assign contended = |(request & ~winner);
    always @* index = {|winner[7:4], |{winner[7:6], winner[3:2]},
                       winner[7] | winner[5] | winner[3] | winner[1]};
endmodule
