`timescale 1ns / 1ps
// All 512 input combinations against integer arithmetic.
module testbench;
    reg  [3:0] a, b;
    reg        carry_in;
    wire [3:0] sum;
    wire       carry_out, overflow;

    integer checks = 0;
    integer errors = 0;
    integer vector, total, signed_total, signed_a, signed_b;

    ripple_adder_4 dut(.a(a), .b(b), .carry_in(carry_in), .sum(sum), .carry_out(carry_out), .overflow(overflow));

    task check(input [8*12-1:0] name, input [7:0] got, input [7:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH a=%0d b=%0d carry_in=%0d %0s: expected %0d got %0d", a, b, carry_in, name, expected, got);
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
        for (vector = 0; vector < 512; vector = vector + 1) begin
            {carry_in, b, a} = vector[8:0];
            #1;
            total = a + b + carry_in;
            signed_a = (a > 7) ? a - 16 : a;
            signed_b = (b > 7) ? b - 16 : b;
            signed_total = signed_a + signed_b + carry_in;
            check("sum", sum, total % 16);
            check("carry_out", carry_out, total / 16);
            check("overflow", overflow, (signed_total > 7) || (signed_total < -8));
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
