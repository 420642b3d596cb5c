`timescale 1ns / 1ps
// Integer model: the pair taken at one edge is accumulated at the next, with clamping on plain integers.
module testbench;
    reg               clk = 0, rst, in_valid, first, last, subtract;
    reg  signed [7:0] a, b;
    wire              out_valid, saturated;
    wire signed [17:0] result;

    integer checks = 0, errors = 0, cycle = 0, seed = 32'h3ac, step, mode;
    integer total = 0, base, pending = 0;
    reg     clamped = 0, finished = 0, waiting = 0, waiting_first = 0, waiting_last = 0, known = 0;

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        rst <= 1;
        in_valid <= 0;
        first <= 0;
        last <= 0;
        subtract <= 0;
        a <= 0;
        b <= 0;
    end

    saturating_mac dut(.clk(clk), .rst(rst), .in_valid(in_valid), .first(first), .last(last), .subtract(subtract),
                       .a(a), .b(b), .out_valid(out_valid), .result(result), .saturated(saturated));

    task compare;
        begin
            checks = checks + 3;
            if (out_valid !== finished) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH cycle=%0d out_valid: expected %b got %b", cycle, finished, out_valid);
            end
            if (result !== total[17:0]) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH cycle=%0d result: expected %0d got %0d", cycle, total, result);
            end
            if (saturated !== clamped) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH cycle=%0d saturated: expected %b got %b", cycle, clamped, saturated);
            end
        end
    endtask

    task tick;
        begin
            #4 if (known) compare;
            finished = 0;
            if (waiting) begin
                base = waiting_first ? 0 : total;
                if (waiting_first) clamped = 0;
                total = base + pending;
                if (total > 131071) begin total = 131071; clamped = 1; end
                if (total < -131072) begin total = -131072; clamped = 1; end
                finished = waiting_last;
            end
            waiting = in_valid;
            waiting_first = first;
            waiting_last = last;
            pending = subtract ? -(a * b) : (a * b);
            if (rst) begin total = 0; clamped = 0; finished = 0; waiting = 0; known = 1; end
            #1 clk = 1;
            #5 clk = 0;
            cycle = cycle + 1;
        end
    endtask

    task pair(input start, input stop, input negate, input integer left, input integer right);
        begin
            in_valid = 1; first = start; last = stop; subtract = negate; a = left; b = right;
            tick;
        end
    endtask

    task gap;
        begin
            in_valid = 0; first = $random(seed); last = $random(seed); subtract = $random(seed);
            a = $random(seed); b = $random(seed);
            tick;
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        gap; pair(1, 1, 0, 5, 5);
        rst = 0;
        gap; gap;
        pair(1, 1, 0, -7, 9); pair(1, 0, 1, -7, 9); gap; pair(0, 1, 0, 3, 4); pair(0, 1, 0, 1, 1);
        // Up to the maximum exactly (7 * 16384 + 127 * 129 = 131071 by steps), then one past it; the same downwards.
        for (mode = 0; mode < 2; mode = mode + 1) begin
            for (step = 0; step < 7; step = step + 1) pair(step == 0, 0, mode, -128, -128);
            pair(0, 0, mode, 127, 127); pair(0, 0, mode, 127, 2);
            gap; gap;
            for (step = 0; step < 3; step = step + 1) pair(0, 1, mode, 1, 1);
            gap; gap;
            for (step = 0; step < 3; step = step + 1) pair(0, step == 2, !mode, 1, 1);
            pair(0, 0, mode, -128, -128); pair(0, 1, !mode, -128, -128); pair(1, 1, 0, 2, 2);
            gap;
        end
        for (mode = 0; mode < 6; mode = mode + 1) begin
            for (step = 0; step < 100; step = step + 1) begin
                if (($random(seed) & 7) == 0) gap;
                else if (mode[0]) pair(($random(seed) & 31) == 0, ($random(seed) & 3) == 0, step[5],
                                       ($random(seed) & 15) - 128, ($random(seed) & 15) - 128);
                else pair(($random(seed) & 7) == 0, $random(seed), $random(seed), $random(seed), $random(seed));
            end
            pair(0, 1, 0, 100, 100); pair(0, 1, 0, 100, 100);
            rst = 1; pair(0, 1, 0, 1, 2); rst = 0;
            gap; gap; pair(0, 1, 0, 3, 3); gap; gap;
        end
        finish_run;
    end

    initial begin
        #1000000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
