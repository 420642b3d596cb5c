`timescale 1ns / 1ps
// Integer model with the history of all samples; results wait in a two-stage line for their edge.
module testbench;
    reg               clk = 0, rst, cw, in_valid;
    reg  [2:0]        ci;
    reg signed [7:0]  coefficient;
    reg signed [11:0] sample;
    wire              out_valid;
    wire signed [11:0] filtered;

    integer checks = 0, errors = 0, cycle = 0, seed = 32'hf1f, step, k, mode;
    integer c [0:7];
    integer history [0:8191];
    integer count = 8;
    integer sum = 0, scaled = 0, shown = 0;
    reg     fresh = 0, summed = 0, valid = 0, known = 0;

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        rst <= 1;
        cw <= 0;
        in_valid <= 0;
        ci <= 0;
        coefficient <= 0;
        sample <= 0;
    end

    fir_filter dut(.clk(clk), .rst(rst), .coefficient_write(cw), .coefficient_index(ci), .coefficient(coefficient),
                   .in_valid(in_valid), .sample(sample), .out_valid(out_valid), .filtered(filtered));

    task compare;
        begin
            checks = checks + 2;
            if (out_valid !== valid) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH cycle=%0d out_valid: expected %b got %b", cycle, valid, out_valid);
            end
            if (filtered !== shown[11:0]) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH cycle=%0d filtered: expected %0d got %0d", cycle, shown, filtered);
            end
        end
    endtask

    task model_edge;
        begin
            valid = summed;
            if (summed) begin
                // Floor division by 64 on a value made positive first; 2^20 is a multiple of 64 beyond any sum.
                scaled = (sum + 32 + 64 * 1048576) / 64 - 1048576;
                shown = (scaled > 2047) ? 2047 : (scaled < -2048) ? -2048 : scaled;
            end
            summed = fresh;
            if (fresh) begin
                sum = 0;
                for (k = 0; k < 8; k = k + 1) sum = sum + c[k] * history[count - 1 - k];
            end
            fresh = in_valid;
            if (in_valid) begin history[count] = sample; count = count + 1; end
            if (cw) c[ci] = coefficient;
            if (rst) begin
                valid = 0; summed = 0; fresh = 0; shown = 0; known = 1; count = 8;
                for (k = 0; k < 8; k = k + 1) begin c[k] = 0; history[k] = 0; end
            end
        end
    endtask

    task tick;
        begin
            #4 if (known) compare;
            model_edge;
            #1 clk = 1;
            #5 clk = 0;
            cycle = cycle + 1;
        end
    endtask

    task push(input valid_now, input integer value);
        begin
            in_valid = valid_now; sample = value;
            tick;
        end
    endtask

    task load(input integer index, input integer value);
        begin
            cw = 1; ci = index; coefficient = value; in_valid = 0;
            tick;
            cw = 0;
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        cw = 1; coefficient = 77; push(1, 500); cw = 0;
        rst = 0;
        push(1, 1000); push(0, 0); push(0, 0); push(0, 0);
        // Impulse response, then rounding around each half step with the smallest coefficients.
        for (step = 0; step < 8; step = step + 1) load(step, 64 + step);
        push(1, 1); for (step = 0; step < 12; step = step + 1) push(1, 0);
        push(1, 64); for (step = 0; step < 12; step = step + 1) push(1, 0);
        for (step = 0; step < 8; step = step + 1) load(step, step == 0);
        for (step = -100; step <= 100; step = step + 1) push(1, step);
        // Every sum from 160 below to 160 above either limit times 64.
        load(0, 64); load(1, 1);
        for (step = -160; step <= 160; step = step + 1) begin
            push(1, step); push(1, 2047); push(1, step); push(1, -2048);
        end
        // Saturation in both directions, with the sum just inside and just outside.
        for (mode = 0; mode < 2; mode = mode + 1) begin
            load(0, mode ? -64 : 64); load(1, 1);
            push(1, mode ? -2048 : 2047);
            for (step = 0; step < 70; step = step + 1) begin push(1, 28 + step / 10); push(1, mode ? -2047 : 2047); push(1, mode ? 2047 : -2048); end
            for (step = 0; step < 8; step = step + 1) load(step, mode ? -128 : 127);
            for (step = 0; step < 10; step = step + 1) push(1, 2047);
            for (step = 0; step < 10; step = step + 1) push(1, -2048);
        end
        for (mode = 0; mode < 6; mode = mode + 1) begin
            for (step = 0; step < 100; step = step + 1) begin
                cw = ($random(seed) & 3) == 0; ci = $random(seed);
                coefficient = mode[0] ? $random(seed) : ($random(seed) & 63) - 32;
                push($random(seed), mode[1] ? $random(seed) : ($random(seed) & 1023) - 512);
            end
            push(1, 900); push(1, -900);
            rst = 1; cw = 1; push(1, 700); rst = 0; cw = 0;
            push(1, 5); push(1, 6); push(0, 0);
            for (step = 0; step < 8; step = step + 1) load(step, $random(seed));
            push(1, 1500); push(1, 0); push(0, 0);
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
