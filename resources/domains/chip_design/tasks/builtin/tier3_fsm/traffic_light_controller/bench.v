`timescale 1ns / 1ps
// The model counts the ticks spent in a phase upwards and names phases by their place in the table of the task.
module testbench;
    localparam MAIN_GREEN = 1, MAIN_YELLOW = 2, CLEARANCE = 3, PEDESTRIAN = 4, SIDE_GREEN = 5, SIDE_YELLOW = 6;

    reg        clk = 1'b0;
    reg        reset_n = 1'b1;
    reg        tick = 1'b0;
    reg        side_waiting = 1'b0;
    reg        pedestrian_button = 1'b0;
    wire [2:0] main_light, side_light, remaining;
    wire       walk, pedestrian_waiting;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer phase = MAIN_GREEN;
    integer spent = 0;
    integer i, round;
    integer seed = 32'h0badcafe;
    reg        stored = 1'b0;
    reg        entered;
    reg        in_walk;
    reg [31:0] noise;

    traffic_light_controller dut(.clk(clk), .reset_n(reset_n), .tick(tick), .side_waiting(side_waiting),
                                 .pedestrian_button(pedestrian_button), .main_light(main_light),
                                 .side_light(side_light), .walk(walk), .pedestrian_waiting(pedestrian_waiting),
                                 .remaining(remaining));

    function integer length_of(input integer which);
        case (which)
            MAIN_GREEN: length_of = 6;
            CLEARANCE:  length_of = 1;
            PEDESTRIAN: length_of = 4;
            SIDE_GREEN: length_of = 5;
            default:    length_of = 2;
        endcase
    endfunction

    task check(input [8*18-1:0] name, input [2:0] got, input [2:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d phase=%0d (1 main green .. 6 side yellow) %0s: expected %b got %b",
                             cycle, phase, name, expected, got);
            end
        end
    endtask

    task compare;
        begin
            check("main_light", main_light, (phase == MAIN_GREEN) ? 1 : (phase == MAIN_YELLOW) ? 2 : 4);
            check("side_light", side_light, (phase == SIDE_GREEN) ? 1 : (phase == SIDE_YELLOW) ? 2 : 4);
            check("walk", walk, phase == PEDESTRIAN);
            check("pedestrian_waiting", pedestrian_waiting, stored);
            check("remaining", remaining, (spent >= length_of(phase)) ? 1 : length_of(phase) - spent);
        end
    endtask

    task enter(input integer which);
        begin
            phase = which;
            spent = 0;
            entered = 1'b1;
        end
    endtask

    task one_tick;
        begin
            spent = spent + 1;
            if (spent >= length_of(phase))
                case (phase)
                    MAIN_GREEN:  if (side_waiting || stored) enter(MAIN_YELLOW);
                    CLEARANCE:   enter(stored ? PEDESTRIAN : SIDE_GREEN);
                    PEDESTRIAN:  enter(side_waiting ? SIDE_GREEN : MAIN_GREEN);
                    SIDE_YELLOW: enter(MAIN_GREEN);
                    default:     enter(phase + 1);
                endcase
        end
    endtask

    // One clock cycle: compared before the edge with the new inputs, and after it.
    task step(input t, input side, input button);
        begin
            tick = t; side_waiting = side; pedestrian_button = button;
            #2 compare;
            #3 clk = 1'b1;
            entered = 1'b0;
            in_walk = (phase == PEDESTRIAN);
            if (reset_n) begin
                if (t) one_tick;
                if (entered && phase == PEDESTRIAN) stored = 1'b0;
                else if (button && !in_walk) stored = 1'b1;
            end
            #2 compare;
            #3 clk = 1'b0;
            cycle = cycle + 1;
        end
    endtask

    // Falls between two edges and lasts over one of them.
    task reset_now;
        begin
            #1 reset_n = 1'b0;
            phase = MAIN_GREEN; spent = 0; stored = 1'b0;
            #1 compare;
            step(1, 1, 1);
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
        reset_now;
        // Nobody waits: main green goes on for ever.
        for (i = 0; i < 12; i = i + 1) step(1, 0, 0);
        // One vehicle: a whole round without the pedestrian phase, slow ticks.
        for (i = 0; i < 60; i = i + 1) step(i % 3 == 2, phase == MAIN_GREEN, 0);
        // One press: main green ends by it, pedestrians walk, and main green follows.
        for (i = 0; i < 30; i = i + 1) step(1, 0, i == 8);
        // A press and a vehicle: side green follows the pedestrian phase.
        for (i = 0; i < 40; i = i + 1) step(1, i > 12, i == 1);
        // The button is held: ignored while they walk, stored again after it.
        for (i = 0; i < 50; i = i + 1) step(1, 0, 1);
        // One press in each cycle of a round, with and without a vehicle, from reset.
        for (round = 0; round < 28; round = round + 1) begin
            reset_now;
            for (i = 0; i < 30; i = i + 1) step(1, i < 8 || round[0], i == round);
        end
        // A reset in each phase, with a request stored.
        for (round = 0; round < 22; round = round + 1) begin
            reset_now;
            for (i = 0; i < round; i = i + 1) step(1, 1, i == 2);
            step(0, 1, 1);
        end
        for (i = 0; i < 1500; i = i + 1) begin
            noise = $random(seed);
            step(noise[1:0] != 0, noise[4:2] == 0, noise[9:5] == 0);
            if (noise[17:10] == 0) reset_now;
        end
        finish_run;
    end

    initial begin
        #100000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
