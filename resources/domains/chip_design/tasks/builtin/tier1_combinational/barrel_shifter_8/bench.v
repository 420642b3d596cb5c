`timescale 1ns / 1ps
// Every operand, amount and mode; the model moves the bits one place at a time.
module testbench;
    reg  [7:0] data;
    reg  [2:0] amount;
    reg  [1:0] mode;
    wire [7:0] result;
    wire       lost;

    integer checks = 0;
    integer errors = 0;
    integer vector, place;
    reg [7:0] moved;
    reg       gone;

    barrel_shifter_8 dut(.data(data), .amount(amount), .mode(mode), .result(result), .lost(lost));

    task check(input [8*6-1:0] name, input [7:0] got, input [7:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH data=%h amount=%0d mode=%0d %0s: expected %h got %h", data, amount, mode, name, expected, got);
            end
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    task move;
        begin
            moved = data;
            gone = 0;
            for (place = 0; place < amount; place = place + 1)
                case (mode)
                    0: begin gone = gone | moved[7]; moved = {moved[6:0], 1'b0}; end
                    1: begin gone = gone | moved[0]; moved = {1'b0, moved[7:1]}; end
                    2: begin gone = gone | moved[0]; moved = {moved[7], moved[7:1]}; end
                    3: moved = {moved[6:0], moved[7]};
                endcase
        end
    endtask

    // The amount changes from vector to vector, then the mode, then the operand.
    initial begin
        for (vector = 0; vector < 8192; vector = vector + 1) begin
            {data, mode, amount} = vector[12:0];
            #1;
            move;
            check("result", result, moved);
            check("lost", lost, gone);
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
