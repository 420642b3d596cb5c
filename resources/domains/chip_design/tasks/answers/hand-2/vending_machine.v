module vending_machine(
    input  wire       clk,
    input  wire       reset,
    input  wire [1:0] coin,
    input  wire       cancel,
    output reg  [2:0] credit,
    output reg        dispense,
    output reg        refund,
    output reg  [3:0] change
);
    wire [3:0] worth = {1'b0, &coin, coin[1] & ~coin[0], coin[0]};
    wire [3:0] total = {1'b0, credit} + worth;
    wire [3:0] over  = total - 4'd6;
    wire       paid  = total[3] | (total[2] & total[1]);
    wire       any   = |total;

    always @(posedge clk) begin
        credit   <= (reset | cancel | paid) ? 3'd0 : total[2:0];
        dispense <= ~reset & ~cancel & paid;
        refund   <= ~reset & cancel & any;
        change   <= reset ? 4'd0 : cancel ? total : paid ? over : 4'd0;
    end
endmodule
