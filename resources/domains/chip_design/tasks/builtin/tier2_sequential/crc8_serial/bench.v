`timescale 1ns / 1ps
// The model keeps the whole message and divides it by the polynomial, as on paper.
module testbench;
    reg        clk = 0;
    reg        reset, start, valid, bit_in;
    wire [7:0] crc;
    wire       residue_zero;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer length = 0;
    integer i, k, expected;
    reg [127:0] message = 0;
    reg [135:0] work;
    reg [7:0]   sent;
    reg [31:0] noise = 32'h5eed0001;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    crc8_serial dut(.clk(clk), .reset(reset), .start(start), .valid(valid), .bit_in(bit_in), .crc(crc),
                    .residue_zero(residue_zero));

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

    task divide;
        begin
            work = ({8'd0, message} << 8) ^ (136'hff << length);
            for (k = length + 7; k >= 8; k = k - 1)
                if (work[k]) work = work ^ (136'h107 << (k - 8));
            expected = work[7:0];
        end
    endtask

    task step(input r, input s, input v, input b);
        begin
            reset = r; start = s; valid = v; bit_in = b;
            #5 clk = 1;
            if (r || s) begin
                length = 0;
                message = 0;
            end
            if (!r && v) begin
                message = message * 2 + b;
                length = length + 1;
            end
            #5 clk = 0;
            cycle = cycle + 1;
            divide;
            check("crc", crc, expected);
            check("residue_zero", residue_zero, expected == 0);
        end
    endtask

    // A message of random bits with gaps, followed by its own CRC.
    task send_message(input integer bits, input first_with_start);
        begin
            if (!first_with_start) step(0, 1, 0, 1);
            for (i = 0; i < bits; i = i + 1) begin
                next_noise;
                if (noise[3:0] == 0) step(0, 0, 0, noise[5]);
                step(0, first_with_start && i == 0, 1, noise[4]);
            end
            sent = expected;
            for (i = 7; i >= 0; i = i - 1) step(0, 0, 1, sent[i]);
            check("residue", crc, 0);
        end
    endtask

    initial begin
        step(1, 0, 0, 0);
        step(0, 0, 0, 1);
        send_message(8, 1);
        send_message(1, 1);
        send_message(40, 0);
        send_message(64, 1);
        for (i = 0; i < 20; i = i + 1) step(0, 0, 1, 0);
        step(1, 1, 1, 0);
        step(0, 0, 1, 0);
        step(1, 0, 1, 1);
        for (i = 0; i < 8; i = i + 1) step(0, 0, 1, 1);
        for (i = 0; i < 700; i = i + 1) begin
            next_noise;
            step(noise[6:0] == 1, noise[11:7] == 0 || length > 100, noise[12] || noise[13], noise[14]);
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
