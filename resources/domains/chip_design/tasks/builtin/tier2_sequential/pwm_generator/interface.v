module pwm_generator(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    input  wire [7:0] period,
    input  wire [7:0] duty,
    output wire       pwm,
    output wire       period_end
);

endmodule
