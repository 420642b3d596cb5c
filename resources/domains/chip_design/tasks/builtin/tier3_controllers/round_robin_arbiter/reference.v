module round_robin_arbiter(
    input  wire       clk,
    input  wire       reset,
    input  wire [3:0] request,
    input  wire       ready,
    output wire [3:0] grant,
    output reg  [1:0] grant_index,
    output wire       valid
);
    reg  [1:0] turn;
    wire [7:0] twice   = {request, request};
    wire [7:0] shifted = twice >> turn;
    wire [3:0] rotated = shifted[3:0];

    assign valid = |request;
    assign grant = valid ? (4'd1 << grant_index) : 4'd0;

    always @* begin
        if (rotated[0])      grant_index = turn;
        else if (rotated[1]) grant_index = turn + 2'd1;
        else if (rotated[2]) grant_index = turn + 2'd2;
        else if (rotated[3]) grant_index = turn + 2'd3;
        else                 grant_index = 2'd0;
    end

    always @(posedge clk) begin
        if (reset)
            turn <= 2'd0;
        else if (ready && valid)
            turn <= grant_index + 2'd1;
    end
endmodule
