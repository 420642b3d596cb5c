`timescale 1ns / 1ps
// The model counts in integers and looks codes up in a table built by reflection.
module testbench;
    reg        clk = 0;
    reg        reset, enable;
    wire [3:0] gray, binary;
    wire       wrap;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer position = 0;
    integer wrapped = 0;
    integer i, half;
    integer codes [0:15];
    reg [31:0] noise = 32'h0defaced;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    gray_counter dut(.clk(clk), .reset(reset), .enable(enable), .gray(gray), .binary(binary), .wrap(wrap));

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

    task step(input r, input e);
        begin
            reset = r; enable = e;
            #5 clk = 1;
            wrapped = (!r && e && position == 15);
            if (r) position = 0;
            else if (e) position = (position + 1) % 16;
            #5 clk = 0;
            cycle = cycle + 1;
            check("gray", gray, codes[position]);
            check("binary", binary, position);
            check("wrap", wrap, wrapped);
        end
    endtask

    initial begin
        codes[0] = 0;
        for (half = 1; half < 16; half = half * 2)
            for (i = 0; i < half; i = i + 1) codes[half + i] = half + codes[half - 1 - i];
        step(1, 0);
        for (i = 0; i < 36; i = i + 1) step(0, 1);
        for (i = 0; i < 3; i = i + 1) step(0, 0);
        step(1, 1);
        for (i = 0; i < 16; i = i + 1) begin
            step(0, 1);
            step(0, 0);
        end
        for (i = 0; i < 15; i = i + 1) step(0, 1);
        step(0, 0);
        step(1, 1);
        step(0, 0);
        for (i = 0; i < 600; i = i + 1) begin
            next_noise;
            step(noise[6:0] == 0, noise[9:8] != 0);
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
