module uart_transmitter(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] data,
    output wire       txd,
    output reg        busy,
    output reg        done
);

endmodule
