`timescale 1ns / 1ps
// The bench makes every clock edge itself, so the model needs no luck: it counts the edges a toggle has seen.
module testbench;
    reg        src_clk = 0, dst_clk = 0, src_rst = 1, dst_rst = 1, src_pulse = 0;
    reg  [7:0] src_data = 0;
    wire       src_busy, src_done, dst_pulse;
    wire [7:0] dst_data;

    integer checks = 0, errors = 0, event_count = 0, seed = 32'h2b, step, ratio;

    // Model: a transfer is a phase (0 none, 1 to the destination, 2 back to the source) and an age in edges.
    integer   phase = 0, age = 0;
    reg       busy = 0, done = 0, arrived = 0, known = 0;
    reg [7:0] sent = 0, received = 0;

    pulse_handshake dut(.src_clk(src_clk), .src_rst(src_rst), .src_pulse(src_pulse), .src_data(src_data),
                        .src_busy(src_busy), .src_done(src_done), .dst_clk(dst_clk), .dst_rst(dst_rst),
                        .dst_pulse(dst_pulse), .dst_data(dst_data));

    task check(input [8*9-1:0] name, input [7:0] got, input [7:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH event=%0d phase=%0d %0s: expected %h got %h", event_count, phase, name, expected, got);
            end
        end
    endtask

    task compare;
        if (known) begin
            check("src_busy", src_busy, busy);
            check("src_done", src_done, done);
            check("dst_pulse", dst_pulse, arrived);
            check("dst_data", dst_data, received);
        end
    endtask

    task source_model;
        begin
            done = 0;
            if (src_rst) begin
                phase = 0; busy = 0; sent = 0;
            end else if (phase == 2) begin
                age = age + 1;
                if (age == 2) begin phase = 0; busy = 0; done = 1; end
            end else if (phase == 0 && src_pulse) begin
                phase = 1; age = 0; busy = 1; sent = src_data;
            end
        end
    endtask

    task destination_model;
        begin
            arrived = 0;
            if (dst_rst) begin
                received = 0;
            end else if (phase == 1) begin
                age = age + 1;
                if (age == 3) begin phase = 2; age = 0; arrived = 1; received = sent; end
            end
        end
    endtask

    // One edge of one clock (never both at once).
    task edge_of(input destination);
        begin
            src_pulse = ($random(seed) & 3) != 0;
            src_data = $random(seed);
            #2 compare;
            if (destination) destination_model; else source_model;
            #1 if (destination) dst_clk = 1; else src_clk = 1;
            #2 compare;
            #1 if (destination) dst_clk = 0; else src_clk = 0;
            event_count = event_count + 1;
        end
    endtask

    task reset_both;
        begin
            src_rst = 1; dst_rst = 1;
            for (step = 0; step < 8; step = step + 1) edge_of(step[0]);
            known = 1;
            for (step = 0; step < 4; step = step + 1) edge_of(step[0]);
            src_rst = 0; dst_rst = 0;
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        reset_both;
        // Equal clocks, fast source, fast destination, then any order; each ends in a reset amid a transfer.
        for (ratio = 0; ratio < 24; ratio = ratio + 1) begin
            for (step = 0; step < 60 + ratio; step = step + 1)
                case (ratio % 4)
                    0: edge_of(step[0]);
                    1: edge_of(step % 5 == 0);
                    2: edge_of(step % 5 != 0);
                    default: edge_of($random(seed));
                endcase
            reset_both;
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
