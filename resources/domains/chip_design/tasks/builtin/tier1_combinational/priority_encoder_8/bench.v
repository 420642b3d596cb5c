`timescale 1ns / 1ps
// All 256 requests; the model walks the bits and counts them.
module testbench;
    reg  [7:0] request;
    wire [2:0] index;
    wire [7:0] winner;
    wire       valid, contended;

    integer checks = 0;
    integer errors = 0;
    integer vector, bit_number, highest, population;

    priority_encoder_8 dut(.request(request), .index(index), .winner(winner), .valid(valid), .contended(contended));

    task check(input [8*16-1:0] name, input [31:0] got, input [31:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH request=%b %0s: expected %0d got %0d", request, name, expected, got);
            end
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        for (vector = 0; vector < 256; vector = vector + 1) begin
            request = vector;
            #1;
            highest = 0;
            population = 0;
            for (bit_number = 0; bit_number < 8; bit_number = bit_number + 1)
                if ((vector / (1 << bit_number)) % 2 == 1) begin
                    highest = bit_number;
                    population = population + 1;
                end
            check("index", index, highest);
            check("winner", winner, population == 0 ? 0 : (1 << highest));
            check("valid", valid, population > 0);
            check("contended", contended, population > 1);
        end
        finish_run;
    end

    initial begin
        #10000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
