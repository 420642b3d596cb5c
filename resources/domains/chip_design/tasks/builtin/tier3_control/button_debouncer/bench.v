`timescale 1ns / 1ps
// The model keeps the last ten samples of the button and the number of the edge of the last press; it counts nothing else.
module testbench;
    reg  clk = 1'b0;
    reg  reset_n = 1'b1;
    reg  button = 1'b0;
    wire pressed, press_pulse, release_pulse, held;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer pressed_at = 0;
    integer i, length, round;
    integer seed = 32'h5eed1234;
    reg [9:0]  history = 10'd0;
    reg        down = 1'b0;
    reg        down_before = 1'b0;
    reg [31:0] noise;

    button_debouncer dut(.clk(clk), .reset_n(reset_n), .button(button), .pressed(pressed), .press_pulse(press_pulse),
                         .release_pulse(release_pulse), .held(held));

    task check(input [8*13-1:0] name, input got, input expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d %0s: expected %b got %b (button at the last edges: %b)",
                             cycle, name, expected, got, history);
            end
        end
    endtask

    task compare;
        begin
            check("pressed", pressed, down);
            check("press_pulse", press_pulse, down && !down_before);
            check("release_pulse", release_pulse, !down && down_before);
            check("held", held, down && cycle - pressed_at >= 20);
        end
    endtask

    // One clock cycle: compared after the edge and, with another button, before the next one.
    task step(input level);
        begin
            #1 button = ~level;
            #1 button = level;
            #3 clk = 1'b1;
            cycle = cycle + 1;
            if (reset_n) begin
                history = {history[8:0], level};
                down_before = down;
                if (history[9:2] == {8{~down}}) begin
                    down = ~down;
                    if (down) pressed_at = cycle;
                end
            end
            #1 compare;
            button = noise[31];
            #4 clk = 1'b0;
            #1 compare;
        end
    endtask

    task hold(input level, input integer cycles);
        for (i = 0; i < cycles; i = i + 1) step(level);
    endtask

    // Falls between two edges and lasts over `cycles` of them, with the button down.
    task reset_now(input integer cycles);
        begin
            #1 reset_n = 1'b0;
            history = 10'd0; down = 1'b0; down_before = 1'b0;
            #1 compare;
            hold(1, cycles);
            reset_n = 1'b1;
            #1 compare;
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        noise = 32'd0;
        reset_now(12);
        hold(0, 12);
        // Presses and releases of each length about the thresholds of eight samples and twenty edges.
        for (length = 1; length <= 40; length = length + 1) begin
            hold(1, length);
            hold(0, 12);
        end
        for (length = 1; length <= 12; length = length + 1) begin
            hold(1, 12);
            hold(0, length);
        end
        // One wrong sample at each place of a press; then of a long press, where it must not disturb the time.
        for (round = 0; round < 10; round = round + 1) begin
            hold(0, 12);
            hold(1, round); step(0); hold(1, 9 + round);
        end
        for (round = 1; round < 26; round = round + 3) begin
            hold(0, 12);
            hold(1, 9 + round); hold(0, 1 + round % 7); hold(1, 20);
        end
        // A steady long press.
        hold(1, 80);
        // A reset at each distance from the press, and what comes after it with the button down.
        for (round = 0; round < 34; round = round + 1) begin
            hold(0, 12);
            hold(1, round);
            reset_now(round % 3);
            hold(1, 14);
        end
        // A reset with the release half counted.
        for (round = 0; round < 12; round = round + 1) begin
            hold(1, 34);
            hold(0, round);
            reset_now(1);
            hold(0, 12);
        end
        for (round = 0; round < 150; round = round + 1) begin
            noise = $random(seed);
            hold(noise[0], 1 + noise[3:1]);
            hold(noise[4], noise[5] ? 6 + noise[7:6] : noise[11:8] == 0 ? 30 : 1);
            if (noise[17:12] == 0) reset_now(noise[18]);
        end
        finish_run;
    end

    initial begin
        #200000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
