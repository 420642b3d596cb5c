// PWM generator; period and duty are copied at the start of each period.
module pwm_generator(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    input  wire [7:0] period,
    input  wire [7:0] duty,
    output wire       pwm,
    output wire       period_end
);

    reg       running;
    reg [7:0] position;
    reg [7:0] active_period;
    reg [7:0] active_duty;

    wire at_last_clock = (position == active_period);
    wire begin_period  = !running || at_last_clock;

    always @(posedge clk) begin
        if (reset || !enable) begin
            running       <= 1'b0;
            position      <= 8'd0;
            active_period <= 8'd0;
            active_duty   <= 8'd0;
        end else begin
            running <= 1'b1;
            if (begin_period) begin
                position      <= 8'd0;
                active_period <= period;
                active_duty   <= duty;
            end else begin
                position <= position + 8'd1;
            end
        end
    end

    assign pwm        = running && (position < active_duty);
    assign period_end = running && at_last_clock;

endmodule
