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
    reg [7:0] position, active_period, active_duty;

    wire at_end = position == active_period;
    wire fresh  = ~running | at_end;

    always @(posedge clk) begin
        running <= enable & ~reset;
        if (fresh) begin
            position      <= 8'd0;
            active_period <= period;
            active_duty   <= duty;
        end else
            position <= position + 8'd1;
    end

    assign pwm        = running & (position < active_duty);
    assign period_end = running & at_end;
endmodule
