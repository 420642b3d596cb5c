`timescale 1ns / 1ps
// The model keeps a purse in cents and settles it event by event.
module testbench;
    reg        clk = 0;
    reg        reset = 1;
    reg        cancel = 0;
    reg  [1:0] coin = 0;
    wire [2:0] credit;
    wire       dispense, refund;
    wire [3:0] change;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer cents = 0;
    integer returned, sold, paid_back;
    integer first, second, i;
    reg [31:0] noise = 32'h71c7e751;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    vending_machine dut(.clk(clk), .reset(reset), .coin(coin), .cancel(cancel), .credit(credit), .dispense(dispense),
                        .refund(refund), .change(change));

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

    task step(input r, input [1:0] c, input back);
        begin
            reset = r; coin = c; cancel = back;
            #5 clk = 1;
            returned = 0;
            sold = 0;
            paid_back = 0;
            if (c == 1) cents = cents + 5;
            if (c == 2) cents = cents + 10;
            if (c == 3) cents = cents + 25;
            if (r) cents = 0;
            else if (back) begin
                paid_back = (cents > 0);
                returned = cents;
                cents = 0;
            end else if (cents >= 30) begin
                sold = 1;
                returned = cents - 30;
                cents = 0;
            end
            #5 clk = 0;
            cycle = cycle + 1;
            check("credit", credit, cents / 5);
            check("dispense", dispense, sold);
            check("refund", refund, paid_back);
            check("change", change, returned / 5);
        end
    endtask

    initial begin
        step(1, 3, 1);
        step(1, 0, 0);
        for (i = 0; i < 14; i = i + 1) step(0, 1, 0);
        step(0, 0, 1);
        step(0, 0, 1);
        for (i = 0; i < 7; i = i + 1) step(0, 2, 0);
        step(0, 0, 1);
        for (i = 0; i < 8; i = i + 1) step(0, 3, 0);
        for (first = 0; first < 6; first = first + 1)
            for (second = 0; second < 12; second = second + 1) begin
                step(1, 0, 0);
                for (i = 0; i < first; i = i + 1) step(0, 1, 0);
                step(second / 8 == 1, second % 4, second / 4 == 1);
                step(0, 0, 0);
                step(0, 1, 0);
            end
        for (i = 0; i < 1200; i = i + 1) begin
            next_noise;
            step(noise[6:0] == 0, noise[9:7] < 4 ? noise[8:7] : 0, noise[13:10] == 0);
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
