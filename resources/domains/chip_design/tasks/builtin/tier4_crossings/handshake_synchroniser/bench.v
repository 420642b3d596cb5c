`timescale 1ns/100ps
// Counts edges since a byte was accepted, instead of following toggles: an independent account of the same timing.
module testbench;
    reg        src_clk = 0, dst_clk = 0;
    reg        src_rst_n, dst_rst_n;
    reg        src_valid;
    reg  [7:0] src_data;
    wire       src_ready, dst_valid;
    wire [7:0] dst_data;
    integer    checks = 0, errors = 0, shown = 0, round = 0, accepted = 0;
    integer    src_half = 50, dst_half = 35;

    // The account: a byte in flight, destination edges since it was accepted, source edges since the third of those.
    reg        in_flight = 0;
    reg  [7:0] byte_sent = 0, last_data = 0;
    integer    dst_edges = 0, src_edges = 0;
    wire       want_ready = !in_flight;
    reg        want_valid = 0;

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        src_rst_n <= 0;
        dst_rst_n <= 0;
        src_valid <= 0;
        src_data <= 0;
    end

    handshake_synchroniser dut(
        .src_clk(src_clk), .src_rst_n(src_rst_n), .src_valid(src_valid), .src_data(src_data), .src_ready(src_ready),
        .dst_clk(dst_clk), .dst_rst_n(dst_rst_n), .dst_valid(dst_valid), .dst_data(dst_data));

    // Tenths of a nanosecond; the odd start keeps the edges of the two clocks apart for ever.
    initial begin #3.3; forever #(src_half / 10.0) src_clk = ~src_clk; end
    initial begin #1.0; forever #(dst_half / 10.0) dst_clk = ~dst_clk; end

    task compare(input [8*9-1:0] name, input [7:0] got, input [7:0] want);
        begin
            checks = checks + 1;
            if (got !== want) begin
                errors = errors + 1;
                if (shown < 5) begin
                    shown = shown + 1;
                    $display("MISMATCH time=%0t %0s: expected %0d got %0d", $time, name, want, got);
                end
            end
        end
    endtask

    always @(negedge src_clk) begin
        compare("src_ready", src_ready, want_ready);
        if (src_rst_n) begin
            src_valid <= ($random(round) & 7) != 0;
            src_data  <= $random(round);
        end
    end

    always @(posedge src_clk) if (src_rst_n) begin
        if (in_flight && dst_edges >= 3) begin
            src_edges = src_edges + 1;
            if (src_edges == 2) in_flight <= 0;
        end else if (!in_flight && src_valid) begin
            in_flight <= 1;
            byte_sent <= src_data;
            dst_edges = 0;
            src_edges = 0;
            accepted = accepted + 1;
        end
    end

    always @(posedge dst_clk) if (dst_rst_n) begin
        if (in_flight) dst_edges = dst_edges + 1;
        want_valid <= in_flight && dst_edges == 3;
        if (in_flight && dst_edges == 3) last_data <= byte_sent;
    end

    always @(negedge dst_clk) begin
        compare("dst_valid", dst_valid, want_valid);
        compare("dst_data", dst_data, last_data);
    end

    // Begins and ends away from every edge of both clocks, so that no simulator's order of events matters.
    task pulse_reset;
        begin
            @(negedge src_clk) #0.4;
            src_rst_n = 0; dst_rst_n = 0;
            in_flight = 0; want_valid = 0; last_data = 0; dst_edges = 0; src_edges = 0;
            @(negedge src_clk) @(negedge src_clk) #0.4;
            compare("src_ready", src_ready, 1);
            compare("dst_valid", dst_valid, 0);
            compare("dst_data", dst_data, 0);
            src_rst_n = 1; dst_rst_n = 1;
        end
    endtask

    integer step;
    initial begin
        pulse_reset;
        #3000;
        for (step = 0; step < 40; step = step + 1) begin
            #(120 + 3 * step) pulse_reset;
        end
        #2000;
        src_half = 35; dst_half = 130;
        #6000 pulse_reset;
        #4000;
        $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
        $finish;
    end
endmodule
