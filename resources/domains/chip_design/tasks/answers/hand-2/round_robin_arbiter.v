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
    wire [3:0] keep = {1'b1, ~(turn[1] & turn[0]), ~turn[1], ~(turn[1] | turn[0])};
    // keep[k] = (k >= turn)
    wire [3:0] upper = request & {keep[3], keep[2], keep[1], keep[0]};
    wire [3:0] pool  = (|upper) ? upper : request;

    assign grant = {pool[3] & ~(|pool[2:0]), pool[2] & ~(|pool[1:0]), pool[1] & ~pool[0], pool[0]};
    assign valid = |request;
    always @* grant_index = {grant[3] | grant[2], grant[3] | grant[1]};

    always @(posedge clk)
        if (reset)              turn <= 2'd0;
        else if (ready & valid) turn <= grant_index + 2'd1;
endmodule
