`timescale 1ns / 1ps
// A model with plain integers chooses by a loop over the inputs; every output is compared in every cycle.
module testbench;
    reg         clk = 0, rst, credit_return;
    reg  [3:0]  in_valid, in_last;
    reg  [63:0] in_data;
    wire [3:0]  in_ready;
    wire        out_valid, out_last;
    wire [1:0]  out_source;
    wire [15:0] out_data;
    wire [2:0]  credits;

    integer checks = 0, errors = 0, cycle = 0, seed = 32'h40c, step, phase, i, candidate;
    integer free = 4, first = 0, under_way = -1, chosen;
    reg        known = 0, shown_valid = 0, shown_last = 0;
    reg [1:0]  shown_source = 0;
    reg [15:0] shown_data = 0;
    reg [3:0]  expected_ready;

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        rst <= 1;
        credit_return <= 0;
        in_valid <= 0;
        in_last <= 0;
        in_data <= 0;
    end

    router_output_port dut(.clk(clk), .rst(rst), .in_valid(in_valid), .in_last(in_last), .in_data(in_data),
                           .in_ready(in_ready), .out_valid(out_valid), .out_last(out_last), .out_source(out_source),
                           .out_data(out_data), .credit_return(credit_return), .credits(credits));

    task check(input [8*10-1:0] name, input [15:0] got, input [15:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d (credits=%0d priority=%0d packet=%0d in_valid=%b) %0s: expected %h got %h",
                             cycle, free, first, under_way, in_valid, name, expected, got);
            end
        end
    endtask

    task choose;
        begin
            chosen = -1;
            if (free > 0) begin
                if (under_way >= 0) begin
                    if (in_valid[under_way]) chosen = under_way;
                end else
                    for (i = 3; i >= 0; i = i - 1) begin
                        candidate = (first + i) % 4;
                        if (in_valid[candidate]) chosen = candidate;
                    end
            end
            expected_ready = 4'd0;
            if (chosen >= 0) expected_ready[chosen] = 1'b1;
        end
    endtask

    task model_edge;
        begin
            if (rst) begin
                free = 4; first = 0; under_way = -1; known = 1;
                shown_valid = 0; shown_last = 0; shown_source = 0; shown_data = 0;
            end else begin
                shown_valid = chosen >= 0;
                if (chosen >= 0) begin
                    shown_last = in_last[chosen];
                    shown_source = chosen;
                    shown_data = in_data >> (16 * chosen);
                    under_way = in_last[chosen] ? -1 : chosen;
                    if (in_last[chosen]) first = (chosen + 1) % 4;
                    free = free - 1;
                end
                if (credit_return && free < 4) free = free + 1;
            end
        end
    endtask

    task tick;
        begin
            #4 choose;
            if (known) begin
                check("in_ready", in_ready, expected_ready);
                check("out_valid", out_valid, shown_valid);
                check("out_last", out_last, shown_last);
                check("out_source", out_source, shown_source);
                check("out_data", out_data, shown_data);
                check("credits", credits, free);
            end
            model_edge;
            #1 clk = 1;
            #5 clk = 0;
            cycle = cycle + 1;
        end
    endtask

    task drive(input [3:0] valid, input [3:0] last, input give);
        begin
            in_valid = valid; in_last = last; credit_return = give;
            in_data = {$random(seed), $random(seed)};
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
        drive(4'hf, 4'h0, 1); drive(4'hf, 4'hf, 0);
        rst = 0;
        drive(0, 0, 1); drive(0, 0, 1);
        // Credits run out with single-flit packets, come back one at a time, and may not pass four.
        for (step = 0; step < 7; step = step + 1) drive(4'hf, 4'hf, 0);
        for (step = 0; step < 7; step = step + 1) drive(4'hf, 4'hf, step[0]);
        for (step = 0; step < 7; step = step + 1) drive(4'h0, 4'h0, 1);
        for (step = 0; step < 20; step = step + 1) drive(4'hf, 4'hf, 1);
        // Every pointer with every set of requests.
        for (phase = 0; phase < 4; phase = phase + 1)
            for (step = 0; step < 16; step = step + 1) begin
                drive(4'b0001 << phase, 4'hf, 1);
                drive(step, 4'hf, 1);
            end
        // A packet keeps the link while its input pauses and others ask.
        for (phase = 0; phase < 4; phase = phase + 1) begin
            drive(4'b0001 << phase, 4'h0, 1);
            for (step = 0; step < 3; step = step + 1) drive(~(4'b0001 << phase), 4'hf, 1);
            drive(4'hf, ~(4'b0001 << phase), 1);
            drive(4'hf, 4'hf, 1);
        end
        for (phase = 0; phase < 10; phase = phase + 1) begin
            for (step = 0; step < 90; step = step + 1)
                drive($random(seed) | (phase[0] ? $random(seed) : 0), $random(seed) & $random(seed),
                      phase[1] ? $random(seed) : ($random(seed) & 3) != 0);
            // Reset amid a packet of input 2, with credits used up.
            for (step = 0; step < 8; step = step + 1) drive(4'hf, 4'hf, 0);
            drive(4'h0, 4'h0, 1); drive(4'h4, 4'h0, 0);
            rst = 1; drive(4'hf, phase, 1); rst = 0;
            drive(4'hb, 4'h0, 0);
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
