`timescale 1ns / 1ps
// A queue model is stepped beside the buffer; every output is compared in every cycle.
module testbench;
    reg         clk = 1'b0;
    reg         rst = 1'b1;
    reg         in_valid = 1'b0;
    reg         out_ready = 1'b0;
    reg  [15:0] in_data = 16'd0;
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
    reg [15:0] queue [0:4095];

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
            // Outputs are registered: flipping the opposite side's inputs may not move them.
            in_valid = ~in_valid; out_ready = ~out_ready;
            #1 if (seen_reset) compare;
            in_valid = ~in_valid; out_ready = ~out_ready;
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
        drive(1, 1); drive(1, 0);
        rst = 1'b0;
        drive(0, 1);
        for (step = 0; step < 8; step = step + 1) drive(1, 1);
        for (step = 0; step < 4; step = step + 1) drive(1, 0);
        for (step = 0; step < 4; step = step + 1) drive(1, 1);
        for (step = 0; step < 4; step = step + 1) drive(0, 1);
        for (phase = 0; phase < 12; phase = phase + 1) begin
            for (step = 0; step < 80; step = step + 1)
                case (phase % 4)
                    0: drive($random(seed), $random(seed));
                    1: drive(1, $random(seed));
                    2: drive($random(seed), 1);
                    default: drive(($random(seed) & 3) != 0, ($random(seed) & 3) == 0);
                endcase
            // Reset with whatever is stored: two, one or no words.
            drive(1, 0); drive(1, 0);
            if (phase % 3 == 1) drive(0, 1);
            rst = 1'b1; drive(1, phase[0]); rst = 1'b0;
            drive(0, 1); drive(0, 0);
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
