// Vending machine: an item costs six units of 5 cents.
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

    localparam [3:0] PRICE = 4'd6;

    reg [3:0] coin_units;
    always @* begin
        case (coin)
            2'd0:    coin_units = 4'd0;
            2'd1:    coin_units = 4'd1;
            2'd2:    coin_units = 4'd2;
            default: coin_units = 4'd5;
        endcase
    end

    // At most 5 + 5 units
    wire [3:0] total = {1'b0, credit} + coin_units;

    always @(posedge clk) begin
        if (reset) begin
            credit   <= 3'd0;
            dispense <= 1'b0;
            refund   <= 1'b0;
            change   <= 4'd0;
        end else if (cancel) begin
            credit   <= 3'd0;
            dispense <= 1'b0;
            refund   <= (total != 4'd0);
            change   <= total;
        end else if (total >= PRICE) begin
            credit   <= 3'd0;
            dispense <= 1'b1;
            refund   <= 1'b0;
            change   <= total - PRICE;
        end else begin
            credit   <= total[2:0];
            dispense <= 1'b0;
            refund   <= 1'b0;
            change   <= 4'd0;
        end
    end

endmodule
