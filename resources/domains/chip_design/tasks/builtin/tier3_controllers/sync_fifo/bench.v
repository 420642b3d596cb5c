`timescale 1ns / 1ps
// The model is an endless log of accepted words with two integers that only grow.
module testbench;
    reg        clk = 0;
    reg        reset;
    reg        write;
    reg        read;
    reg  [7:0] write_data;
    wire [7:0] read_data;
    wire       empty, full, overflow, underflow;
    wire [3:0] count;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer written = 0;
    integer dropped = 0;
    integer stored, refused_write, refused_read;
    integer i, phase;
    reg [7:0] history [0:4095];
    reg [31:0] noise = 32'hf1f0f1f0;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        reset <= 1;
        write <= 0;
        read <= 0;
        write_data <= 0;
    end

    sync_fifo dut(.clk(clk), .reset(reset), .write(write), .write_data(write_data), .read(read),
                  .read_data(read_data), .empty(empty), .full(full), .count(count), .overflow(overflow),
                  .underflow(underflow));

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

    task step(input r, input w, input d);
        begin
            next_noise;
            reset = r; write = w; read = d; write_data = noise[31:24];
            #5 clk = 1;
            stored = written - dropped;
            refused_write = !r && w && stored == 8;
            refused_read = !r && d && stored == 0;
            if (r) dropped = written;
            else begin
                if (d && stored > 0) dropped = dropped + 1;
                if (w && stored < 8) begin
                    history[written] = write_data;
                    written = written + 1;
                end
            end
            #5 clk = 0;
            cycle = cycle + 1;
            stored = written - dropped;
            check("count", count, stored);
            check("empty", empty, stored == 0);
            check("full", full, stored == 8);
            check("read_data", read_data, stored == 0 ? 0 : history[dropped]);
            check("overflow", overflow, refused_write);
            check("underflow", underflow, refused_read);
        end
    endtask

    initial begin
        step(1, 1, 1);
        step(0, 0, 0);
        step(0, 0, 1);
        step(0, 1, 1);
        step(0, 1, 1);
        step(0, 0, 1);
        step(0, 0, 1);
        for (i = 0; i < 10; i = i + 1) step(0, 1, 0);
        step(0, 0, 0);
        for (i = 0; i < 3; i = i + 1) step(0, 1, 1);
        for (i = 0; i < 12; i = i + 1) step(0, 0, 1);
        for (i = 0; i < 4; i = i + 1) step(0, 1, 0);
        for (i = 0; i < 20; i = i + 1) step(0, 1, 1);
        step(1, 1, 0);
        step(0, 0, 0);
        for (i = 0; i < 3; i = i + 1) step(0, 1, 0);
        step(1, 0, 1);
        for (i = 0; i < 9; i = i + 1) step(0, 1, 0);
        step(1, 1, 1);
        step(0, 0, 1);
        step(1, 0, 1);
        // Phases that mostly fill, mostly drain, or do both.
        for (phase = 0; phase < 60; phase = phase + 1)
            for (i = 0; i < 25; i = i + 1)
                step(noise[9:0] == 0, noise[11:10] > (phase % 3 == 1 ? 2 : 0), noise[13:12] > (phase % 3 == 0 ? 2 : 0));
        finish_run;
    end

    initial begin
        #50000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
