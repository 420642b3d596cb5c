module round_robin_arbiter(
    input  wire       clk,
    input  wire       reset,
    input  wire [3:0] request,
    input  wire       ready,
    output wire [3:0] grant,
    output reg  [1:0] grant_index,
    output wire       valid
);
    reg [1:0] turn;
    wire [1:0] t1 = turn + 2'd1;
    wire [1:0] t2 = turn + 2'd2;
    wire [1:0] t3 = turn + 2'd3;

    always @* begin
        if (request[turn]) grant_index = turn;
        else if (request[t1]) grant_index = t1;
        else if (request[t2]) grant_index = t2;
        else if (request[t3]) grant_index = t3;
        else grant_index = 2'd0;
    end

    assign valid = |request;
    assign grant = valid ? (4'd1 << grant_index) : 4'd0;

    always @(posedge clk) begin
        if (reset)
            turn <= 2'd0;
        else if (ready && valid)
            turn <= grant_index + 2'd1;
    end
endmodule
