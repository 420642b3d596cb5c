`timescale 1ns / 1ps
// Every value of the counter meets every choice of controls. Inputs change while the clock is low, where nothing but
// `terminal` may follow them; the model is an integer that is stepped once a rising edge.
module testbench;
    reg        clk = 0;
    reg        reset, load, enable, up;
    reg  [7:0] load_value;
    wire [7:0] count;
    wire       terminal;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer model = 0;
    integer i;
    reg [31:0] noise = 32'h1234abcd;

    task next_noise;
        noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    up_down_counter dut(.clk(clk), .reset(reset), .load(load), .load_value(load_value), .enable(enable), .up(up),
                        .count(count), .terminal(terminal));

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

    // One clock cycle with the given inputs.
    task step(input r, input l, input [7:0] value, input e, input u);
        begin
            reset = r; load = l; load_value = value; enable = e; up = u;
            #4;
            if (cycle > 0) begin
                check("count", count, model);
                check("terminal", terminal, model == (u ? 255 : 0));
            end
            #1 clk = 1;
            if (r) model = 0;
            else if (l) model = value;
            else if (e) model = (model + (u ? 1 : 255)) % 256;
            #5 clk = 0;
            cycle = cycle + 1;
            check("count", count, model);
            check("terminal", terminal, model == (u ? 255 : 0));
            up = ~u;
            #1 check("terminal", terminal, model == (u ? 0 : 255));
        end
    endtask

    // From `value`: one step with the controls in `choice`, and a loaded value that differs from it in any bit.
    task try_controls(input [7:0] value, input [3:0] choice);
        begin
            if (model !== value) step(0, 1, value, choice[2], ~choice[3]);
            next_noise;
            step(choice[0], choice[1], value ^ noise[7:0], choice[2], choice[3]);
        end
    endtask

    initial begin
        step(1, 0, 8'h00, 0, 0);
        step(1, 1, 8'h5a, 1, 1);
        for (i = 0; i < 4096; i = i + 1) try_controls(i / 16, i % 16);
        step(1, 0, 8'h00, 0, 0);
        for (i = 0; i < 260; i = i + 1) step(0, 0, 8'h33, 1, 1);
        for (i = 0; i < 260; i = i + 1) step(0, 0, 8'h33, 1, 0);
        for (i = 0; i < 20; i = i + 1) step(0, 0, 8'h77, 0, i % 2);
        for (i = 0; i < 256; i = i + 1) step(0, 1, i, i % 3 == 0, i % 2);
        for (i = 0; i < 1000; i = i + 1) begin
            next_noise;
            step(noise[5:0] == 0, noise[8:6] == 0, {{4{noise[9]}}, noise[13:10]}, noise[15:14] != 0, noise[20]);
        end
        finish_run;
    end

    initial begin
        #500000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
