`timescale 1ns / 1ps
// The model is one integer of seconds, split into digits only for comparing.
module testbench;
    reg        clk = 0;
    reg        reset_n = 1;
    reg        tick = 0;
    reg        set = 0;
    reg  [3:0] set_tens = 0;
    reg  [3:0] set_ones = 0;
    wire [3:0] tens, ones;
    wire       minute, rejected;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer seconds = 0;
    integer expected_minute = 0;
    integer expected_rejected = 0;
    integer i;
    reg [31:0] noise = 32'h0badbeef;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    bcd_seconds_counter dut(.clk(clk), .reset_n(reset_n), .tick(tick), .set(set), .set_tens(set_tens),
                            .set_ones(set_ones), .tens(tens), .ones(ones), .minute(minute), .rejected(rejected));

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

    task compare;
        begin
            check("tens", tens, seconds / 10);
            check("ones", ones, seconds % 10);
            check("minute", minute, expected_minute);
            check("rejected", rejected, expected_rejected);
        end
    endtask

    task clear_model;
        begin
            seconds = 0;
            expected_minute = 0;
            expected_rejected = 0;
        end
    endtask

    task step(input t, input s, input [3:0] new_tens, input [3:0] new_ones);
        begin
            tick = t; set = s; set_tens = new_tens; set_ones = new_ones;
            #5 clk = 1;
            expected_minute = 0;
            expected_rejected = 0;
            if (!reset_n) clear_model;
            else if (s && (new_tens > 5 || new_ones > 9)) expected_rejected = 1;
            else if (s) seconds = new_tens * 10 + new_ones;
            else if (t) begin
                expected_minute = (seconds == 59);
                seconds = (seconds + 1) % 60;
            end
            #5 clk = 0;
            cycle = cycle + 1;
            compare;
        end
    endtask

    task pull_reset;
        begin
            #2 reset_n = 0;
            clear_model;
            #1 compare;
            step(1, 1, 4'd1, 4'd2);
            step(1, 0, 4'd0, 4'd0);
            reset_n = 1;
        end
    endtask

    initial begin
        pull_reset;
        for (i = 0; i < 130; i = i + 1) step(1, 0, 4'd7, 4'd7);
        for (i = 0; i < 3; i = i + 1) step(0, 0, 4'd3, 4'd3);
        for (i = 0; i < 256; i = i + 1) begin
            step(i % 2, 1, i / 16, i % 16);
            if (i % 3 == 0) step(i % 5 > 0, 0, 4'd1, 4'd1);
        end
        step(0, 1, 4'd5, 4'd9);
        step(1, 0, 4'd0, 4'd0);
        pull_reset;
        step(0, 1, 4'd6, 4'd0);
        pull_reset;
        step(0, 1, 4'd4, 4'd8);
        pull_reset;
        for (i = 0; i < 800; i = i + 1) begin
            next_noise;
            if (noise[31:25] == 0) pull_reset;
            step(noise[1:0] != 0, noise[6:2] == 0, noise[10:8], noise[14:11]);
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
