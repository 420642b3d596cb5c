module button_debouncer(
    input  wire clk,
    input  wire reset_n,
    input  wire button,
    output reg  pressed,
    output reg  press_pulse,
    output reg  release_pulse,
    output reg  held
);

endmodule
