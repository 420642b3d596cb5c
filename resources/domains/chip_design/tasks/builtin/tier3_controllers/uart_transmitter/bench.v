`timescale 1ns / 1ps
// The model knows only how many clocks of the frame have passed and works out the line from that.
module testbench;
    reg        clk = 0;
    reg        reset;
    reg        start;
    reg  [7:0] data;
    wire       txd, busy, done;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer age = -1;
    integer finished = 0;
    integer slot, ones, i, k;
    reg [7:0] byte_sent;
    reg       line;
    reg [31:0] noise = 32'h8e1a5e1f;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        reset <= 1;
        start <= 0;
        data <= 0;
    end

    uart_transmitter dut(.clk(clk), .reset(reset), .start(start), .data(data), .txd(txd), .busy(busy), .done(done));

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

    task work_out_line;
        begin
            line = 1;
            slot = age / 8;
            if (age >= 0 && slot == 0) line = 0;
            if (age >= 0 && slot >= 1 && slot <= 8) line = byte_sent[slot - 1];
            if (slot == 9) begin
                ones = 0;
                for (k = 0; k < 8; k = k + 1) ones = ones + byte_sent[k];
                line = ones % 2;
            end
        end
    endtask

    task step(input r, input s, input [7:0] value);
        begin
            reset = r; start = s; data = value;
            #5 clk = 1;
            finished = 0;
            if (r) age = -1;
            else if (age < 0) begin
                if (s) begin
                    age = 0;
                    byte_sent = value;
                end
            end else begin
                age = age + 1;
                if (age == 88) begin
                    age = -1;
                    finished = 1;
                end
            end
            #5 clk = 0;
            cycle = cycle + 1;
            work_out_line;
            check("txd", txd, line);
            check("busy", busy, age >= 0);
            check("done", done, finished);
        end
    endtask

    // One frame, with `start` and other data while it is under way, then some idle clocks.
    task send(input [7:0] value, input again, input integer idle);
        begin
            step(0, 1, value);
            for (i = 0; i < 88; i = i + 1) step(0, again, ~value);
            for (i = 0; i < idle; i = i + 1) step(0, 0, value);
        end
    endtask

    initial begin
        step(1, 1, 8'h00);
        for (i = 0; i < 4; i = i + 1) step(0, 0, 8'h00);
        send(8'h55, 0, 3);
        send(8'h01, 1, 0);
        send(8'h80, 1, 0);
        send(8'h00, 0, 1);
        send(8'hff, 1, 12);
        for (i = 0; i < 3 * 89; i = i + 1) step(0, 1, 8'h37 + i);
        while (age >= 0) step(0, 0, 8'h00);
        step(0, 1, 8'h0f);
        for (i = 0; i < 37; i = i + 1) step(0, 0, 8'h00);
        step(1, 1, 8'h00);
        for (i = 0; i < 20; i = i + 1) step(0, 0, 8'h00);
        // Idle again: reset still wins over start.
        step(1, 1, 8'h3c);
        for (i = 0; i < 10; i = i + 1) step(0, 0, 8'h00);
        send(8'ha6, 0, 0);
        step(1, 0, 8'h00);
        for (i = 0; i < 87; i = i + 1) step(0, i == 0, 8'h00);
        step(0, 0, 8'h00);
        step(1, 0, 8'h00);
        for (i = 0; i < 1200; i = i + 1) begin
            next_noise;
            step(noise[9:0] == 1, noise[14:12] == 0, noise[31:24]);
        end
        finish_run;
    end

    initial begin
        #60000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
