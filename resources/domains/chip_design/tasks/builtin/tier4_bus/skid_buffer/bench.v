`timescale 1ns / 1ps
// A queue model is stepped beside the buffer; every output is compared in every cycle. An LFSR of 12 bits brings every
// sequence of six cycles of `in_valid` and `out_ready`; words are random, then of few kinds, so that equal ones follow.
module testbench;
    reg         clk = 1'b0;
    reg         rst;
    reg         in_valid;
    reg         out_ready;
    reg  [15:0] in_data;
    wire        in_ready, out_valid;
    wire [15:0] out_data;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer head = 0;
    integer tail = 0;
    integer step, phase;
    integer seed = 32'h1234;
    reg        seen_reset = 1'b0;
    reg        ready_before;
    reg [11:0] lfsr = 12'd1;
    reg        few = 1'b0;
    reg [15:0] queue [0:16383];

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        rst <= 1'b1;
        in_valid <= 1'b0;
        out_ready <= 1'b0;
        in_data <= 16'd0;
    end

    skid_buffer dut(.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
                    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data));

    task check(input [8*9-1:0] name, input [15:0] got, input [15:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d stored=%0d %0s: expected %h got %h", cycle, tail - head, name, expected, got);
            end
        end
    endtask

    task compare;
        begin
            check("in_ready", in_ready, (tail - head) < 2);
            check("out_valid", out_valid, tail != head);
            // An empty buffer has no specified data; the check still counts, so the number of checks is fixed by the model.
            check("out_data", (tail != head) ? out_data : 16'd0, (tail != head) ? queue[head] : 16'd0);
        end
    endtask

    task tick;
        integer stored;
        begin
            #2 if (seen_reset) compare;
            // Outputs are registered: flipping any input may not move them.
            in_valid = ~in_valid; out_ready = ~out_ready; in_data = ~in_data;
            #1 if (seen_reset) compare;
            in_valid = ~in_valid; out_ready = ~out_ready; in_data = ~in_data;
            #1;
            stored = tail - head;
            if (rst) begin
                head = tail;
                seen_reset = 1'b1;
            end else begin
                if (stored > 0 && out_ready) head = head + 1;
                if (stored < 2 && in_valid) begin
                    queue[tail] = in_data;
                    tail = tail + 1;
                end
            end
            #1 clk = 1'b1;
            #5 clk = 1'b0;
            cycle = cycle + 1;
        end
    endtask

    task drive(input valid, input ready);
        begin
            in_valid = valid;
            out_ready = ready;
            in_data = $random(seed);
            if (few) in_data = {16{in_data[0]}};
            tick;
        end
    endtask

    task shift_lfsr;
        lfsr = {lfsr[10:0], lfsr[11] ^ lfsr[5] ^ lfsr[3] ^ lfsr[0]};
    endtask

    // Every sequence of six cycles but six idle ones.
    task every_pattern;
        for (step = 0; step < 4095; step = step + 1) begin
            shift_lfsr; shift_lfsr;
            drive(lfsr[0], lfsr[1]);
        end
    endtask

    // `stored` words in the buffer, then a reset with the inputs of `choice`, then what is left.
    task reset_with(input integer stored, input [1:0] choice);
        begin
            drive(0, 1); drive(0, 1);
            for (step = 0; step < stored; step = step + 1) drive(1, 0);
            rst = 1'b1; drive(choice[0], choice[1]); rst = 1'b0;
            drive(0, 0); drive(0, 1); drive(1, 1); drive(0, 1);
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        drive(1, 1); drive(1, 0);
        rst = 1'b0;
        drive(0, 1);
        for (step = 0; step < 8; step = step + 1) drive(1, 1);
        for (step = 0; step < 4; step = step + 1) drive(1, 0);
        for (step = 0; step < 4; step = step + 1) drive(1, 1);
        for (step = 0; step < 4; step = step + 1) drive(0, 1);
        every_pattern;
        few = 1'b1;
        every_pattern;
        few = 1'b0;
        for (phase = 0; phase < 12; phase = phase + 1) reset_with(phase / 4, phase % 4);
        // Long stalls with and without an offer, long streams, long idleness.
        for (phase = 0; phase < 3; phase = phase + 1) begin
            for (step = 0; step < 300; step = step + 1) drive(1, 1);
            for (step = 0; step < 70; step = step + 1) drive(phase[0], 0);
            for (step = 0; step < 70; step = step + 1) drive(phase[1], 1);
            for (step = 0; step < 70; step = step + 1) drive(phase[0], $random(seed));
            for (step = 0; step < 70; step = step + 1) drive(0, phase[0]);
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
