`timescale 1ns / 1ps
// The model shifts by dividing and multiplying an integer; reset is also pulled between two edges.
module testbench;
    reg        clk = 0;
    reg        reset_n = 1;
    reg  [1:0] mode = 0;
    reg  [7:0] parallel_in = 8'hff;
    reg        serial_right = 1;
    reg        serial_left = 1;
    wire [7:0] q;
    wire       out_right, out_left;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer model = 0;
    integer i;
    reg [31:0] noise = 32'h600df00d;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    universal_shift_register dut(.clk(clk), .reset_n(reset_n), .mode(mode), .parallel_in(parallel_in),
                                 .serial_right(serial_right), .serial_left(serial_left), .q(q),
                                 .out_right(out_right), .out_left(out_left));

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

    task compare;
        begin
            check("q", q, model);
            check("out_right", out_right, model % 2);
            check("out_left", out_left, model / 128);
        end
    endtask

    task step(input [1:0] m, input [7:0] value, input right, input left);
        begin
            mode = m; parallel_in = value; serial_right = right; serial_left = left;
            #5 clk = 1;
            if (!reset_n) model = 0;
            else if (m == 1) model = model / 2 + 128 * right;
            else if (m == 2) model = (model * 2 + left) % 256;
            else if (m == 3) model = value;
            #5 clk = 0;
            cycle = cycle + 1;
            compare;
        end
    endtask

    task pull_reset;
        begin
            #2 reset_n = 0;
            model = 0;
            #1 compare;
            step(3, 8'hc3, 1, 1);
            reset_n = 1;
            #1 compare;
        end
    endtask

    initial begin
        pull_reset;
        step(3, 8'h81, 0, 0);
        for (i = 0; i < 4; i = i + 1) step(0, 8'h3c, 1, 1);
        for (i = 0; i < 10; i = i + 1) step(1, 8'h00, i == 3, 1);
        step(3, 8'h7e, 1, 1);
        for (i = 0; i < 10; i = i + 1) step(2, 8'h00, 1, i == 2);
        step(3, 8'hff, 0, 0);
        pull_reset;
        for (i = 0; i < 1000; i = i + 1) begin
            next_noise;
            if (noise[24:18] == 0) pull_reset;
            step(noise[1:0], noise[9:2], noise[10], noise[11]);
        end
        finish_run;
    end

    initial begin
        #50000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
