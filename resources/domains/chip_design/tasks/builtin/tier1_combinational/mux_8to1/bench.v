`timescale 1ns / 1ps
// A walking one over all data bits, then random words, for every select, against shifting arithmetic.
module testbench;
    reg  [31:0] data;
    reg  [2:0]  select;
    reg         enable;
    wire [3:0]  y;
    wire        any_bit;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer round, choice, expected;
    reg [31:0] noise = 32'h2badcafe;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    mux_8to1 dut(.data(data), .select(select), .enable(enable), .y(y), .any_bit(any_bit));

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

    task try_word(input [31:0] word);
        for (choice = 0; choice < 16; choice = choice + 1) begin
            data = word;
            select = choice % 8;
            enable = (choice < 8);
            #1;
            expected = enable ? (data >> (4 * select)) & 15 : 0;
            check("y", y, expected);
            check("any_bit", any_bit, expected > 0);
            cycle = cycle + 1;
        end
    endtask

    initial begin
        for (round = 0; round < 32; round = round + 1) try_word(32'd1 << round);
        try_word(32'h76543210);
        try_word(32'h00000000);
        try_word(32'hffffffff);
        for (round = 0; round < 20; round = round + 1) begin
            next_noise;
            try_word(noise);
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
