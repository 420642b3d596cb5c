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
    reg [3:0] value;
    always @* begin
        case (coin)
            2'd0: value = 4'd0;
            2'd1: value = 4'd1;
            2'd2: value = 4'd2;
            default: value = 4'd5;
        endcase
    end
    wire [3:0] total = {1'b0, credit} + value;

    always @(posedge clk) begin
        credit <= 3'd0;
        dispense <= 1'b0;
        refund <= 1'b0;
        change <= 4'd0;
        if (reset) begin
            credit <= 3'd0;
        end else if (cancel) begin
            refund <= (total != 4'd0);
            change <= total;
        end else if (total >= 4'd6) begin
            dispense <= 1'b1;
            change <= total - 4'd6;
        end else begin
            credit <= total[2:0];
        end
    end
endmodule
