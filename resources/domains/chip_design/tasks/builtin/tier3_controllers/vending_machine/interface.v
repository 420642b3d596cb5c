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

endmodule
