`timescale 1ns/1ns
// Sums over the history of enabled inputs: no registers are modelled, only which past operands meet where.
module testbench;
    reg               clk = 0, clear = 0, enable = 0;
    reg signed [7:0]  left_0 = 0, left_1 = 0, top_0 = 0, top_1 = 0;
    wire signed [19:0] sum_00, sum_01, sum_10, sum_11;

    systolic_array_2x2 dut(
        .clk(clk), .clear(clear), .enable(enable), .left_0(left_0), .left_1(left_1), .top_0(top_0), .top_1(top_1),
        .sum_00(sum_00), .sum_01(sum_01), .sum_10(sum_10), .sum_11(sum_11));

    // Operands of the enabled cycles since the last clear; index 0 stands for "before the first".
    integer l0 [0:1023];
    integer l1 [0:1023];
    integer t0 [0:1023];
    integer t1 [0:1023];
    integer filled = 0;
    integer want_00 = 0, want_01 = 0, want_10 = 0, want_11 = 0;
    integer checks = 0, errors = 0, shown = 0, cycle = 0, seed = 11, round, step, draw;

    always #5 clk = ~clk;

    task compare(input [8*6-1:0] name, input signed [19:0] got, input integer want);
        reg signed [19:0] wrapped;
        begin
            wrapped = want;
            checks = checks + 1;
            if (got !== wrapped) begin
                errors = errors + 1;
                if (shown < 5) begin
                    shown = shown + 1;
                    $display("MISMATCH cycle=%0d %0s: expected %0d got %0d", cycle, name, wrapped, got);
                end
            end
        end
    endtask

    task account;
        begin
            if (clear) begin
                filled = 0;
                l0[0] = 0; l1[0] = 0; t0[0] = 0; t1[0] = 0;
                want_00 = 0; want_01 = 0; want_10 = 0; want_11 = 0;
            end else if (enable) begin
                filled = filled + 1;
                l0[filled] = left_0; l1[filled] = left_1; t0[filled] = top_0; t1[filled] = top_1;
                want_00 = want_00 + l0[filled] * t0[filled];
                want_01 = want_01 + l0[filled - 1] * t1[filled];
                want_10 = want_10 + l1[filled] * t0[filled - 1];
                want_11 = want_11 + l1[filled - 1] * t1[filled - 1];
            end
        end
    endtask

    task one_cycle;
        begin
            @(posedge clk);
            account;
            cycle = cycle + 1;
            @(negedge clk);
            compare("sum_00", sum_00, want_00);
            compare("sum_01", sum_01, want_01);
            compare("sum_10", sum_10, want_10);
            compare("sum_11", sum_11, want_11);
        end
    endtask

    initial begin
        @(negedge clk);
        clear = 1; enable = 1; left_0 = 5; left_1 = 6; top_0 = 7; top_1 = 8;
        one_cycle;
        for (round = 0; round < 8; round = round + 1) begin
            clear = 0;
            for (step = 0; step < 120; step = step + 1) begin
                draw   = $random(seed);
                enable = round == 0 ? 1 : draw[1:0] != 0;
                left_0 = $random(seed); left_1 = $random(seed); top_0 = $random(seed); top_1 = $random(seed);
                // Rounds of extremes wrap the sums in both directions.
                if (round == 2) begin left_0 = -128; left_1 = 127; top_0 = -128; top_1 = 127; end
                if (round == 3) begin left_0 = -128; left_1 = -128; top_0 = 127; top_1 = 127; end
                one_cycle;
            end
            clear = 1; enable = round[0];
            one_cycle;
        end
        $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
        $finish;
    end
endmodule
