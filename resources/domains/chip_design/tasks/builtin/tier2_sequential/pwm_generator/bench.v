`timescale 1ns / 1ps
// The model counts down what is left of the high time and of the period.
module testbench;
    reg        clk = 0;
    reg        reset;
    reg        enable;
    reg  [7:0] period;
    reg  [7:0] duty;
    wire       pwm, period_end;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer left = 0;
    integer high_left = 0;
    integer i;
    reg [31:0] noise = 32'h13572468;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        reset <= 1;
        enable <= 0;
        period <= 8'd9;
        duty <= 8'd3;
    end

    pwm_generator dut(.clk(clk), .reset(reset), .enable(enable), .period(period), .duty(duty), .pwm(pwm),
                      .period_end(period_end));

    task check(input [8*16-1:0] name, input [31:0] got, input [31:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH cycle=%0d %0s: expected %0d got %0d", cycle, name, expected, got);
            end
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    task step;
        begin
            #5 clk = 1;
            if (reset || !enable) begin
                left = 0;
                high_left = 0;
            end else if (left <= 1) begin
                left = period + 1;
                high_left = duty;
            end else begin
                left = left - 1;
                if (high_left > 0) high_left = high_left - 1;
            end
            #5 clk = 0;
            cycle = cycle + 1;
            check("pwm", pwm, high_left > 0);
            check("period_end", period_end, left == 1);
        end
    endtask

    task run(input integer count, input [7:0] new_period, input [7:0] new_duty);
        begin
            period = new_period;
            duty = new_duty;
            for (i = 0; i < count; i = i + 1) step;
        end
    endtask

    initial begin
        enable = 1;
        run(3, 9, 3);
        reset = 0;
        run(25, 9, 3);
        run(25, 4, 2);
        run(12, 4, 0);
        run(12, 4, 5);
        run(12, 4, 4);
        run(8, 0, 0);
        run(8, 0, 1);
        run(530, 255, 255);
        enable = 0;
        run(5, 3, 2);
        enable = 1;
        run(10, 7, 6);
        reset = 1;
        run(1, 7, 6);
        reset = 0;
        run(10, 7, 6);
        while (cycle < 2000) begin
            next_noise;
            enable = (noise[31:28] != 0);
            reset = (noise[27:22] == 0);
            run(1 + noise[3:0], noise[7:4], noise[12:8]);
            reset = 0;
        end
        finish_run;
    end

    initial begin
        #50000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
