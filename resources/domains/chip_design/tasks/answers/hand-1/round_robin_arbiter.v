// Four-way round-robin arbiter.
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

    wire [1:0] second_turn = turn + 2'd1;
    wire [1:0] third_turn  = turn + 2'd2;
    wire [1:0] fourth_turn = turn + 2'd3;

    assign valid = |request;

    always @* begin
        grant_index = 2'd0;
        if (request[turn])
            grant_index = turn;
        else if (request[second_turn])
            grant_index = second_turn;
        else if (request[third_turn])
            grant_index = third_turn;
        else if (request[fourth_turn])
            grant_index = fourth_turn;
    end

    assign grant = valid ? (4'b0001 << grant_index) : 4'b0000;

    always @(posedge clk) begin
        if (reset)
            turn <= 2'd0;
        else if (ready && valid)
            turn <= grant_index + 2'd1;
    end

endmodule
