module uart_receiver(
    input  wire       clk,
    input  wire       reset,
    input  wire       rxd,
    output reg  [7:0] data,
    output reg        valid,
    output reg        framing_error
);

endmodule
