module pwm_generator(
    input  wire       clk,
    input  wire       reset,
    input  wire       enable,
    input  wire [7:0] period,
    input  wire [7:0] duty,
    output wire       pwm,
    output wire       period_end
);
    reg running;
    reg [7:0] position, active_period, active_duty;

    always @(posedge clk) begin
        if (reset || !enable) begin
            running <= 1'b0;
        end else if (!running) begin
            running <= 1'b1;
            position <= 8'd0;
            active_period <= period;
            active_duty <= duty;
        end else if (position == active_period) begin
            position <= 8'd0;
            active_period <= period;
            active_duty <= duty;
        end else begin
            position <= position + 8'd1;
        end
    end

    assign pwm = running && (position < active_duty);
    assign period_end = running && (position == active_period);
endmodule
