`timescale 1ns / 1ps
// The model is stored by segment: bit k of a mask says whether digit k lights that segment.
module testbench;
    reg  [3:0] value;
    reg        blank, lamp_test;
    wire [6:0] segments;

    integer checks = 0;
    integer errors = 0;
    integer vector, position;
    reg [15:0] digits [0:6];
    reg        lit;
    reg [8*7-1:0] letters = "gfedcba";

    seven_segment_decoder dut(.value(value), .blank(blank), .lamp_test(lamp_test), .segments(segments));

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    task check(input integer number, input got, input expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH value=%h blank=%b lamp_test=%b segment %s: expected %b got %b", value, blank,
                             lamp_test, letters[8*number +: 8], expected, got);
            end
        end
    endtask

    initial begin
        digits[0] = 16'b1101_0111_1110_1101;
        digits[1] = 16'b0010_0111_1001_1111;
        digits[2] = 16'b0010_1111_1111_1011;
        digits[3] = 16'b0111_1011_0110_1101;
        digits[4] = 16'b1111_1101_0100_0101;
        digits[5] = 16'b1101_1111_0111_0001;
        digits[6] = 16'b1110_1111_0111_1100;
        for (vector = 0; vector < 64; vector = vector + 1) begin
            {lamp_test, blank, value} = vector[5:0];
            #1;
            for (position = 0; position < 7; position = position + 1) begin
                lit = lamp_test | (~blank & digits[position][value]);
                check(position, segments[position], ~lit);
            end
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
