`timescale 1ns / 1ps
// The model keeps the accepted bits in a shift register with a mark for each, and knows nothing of states.
module testbench;
    reg        clk = 1'b0;
    reg        reset = 1'b0;
    reg        bit_valid = 1'b0;
    reg        bit_in = 1'b0;
    wire       detected_now, detected;
    wire [3:0] count;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer total = 0;
    integer i, round;
    integer seed = 32'h00c0ffee;
    reg        seen_reset = 1'b0;
    reg  [3:0] bits = 4'd0;
    reg  [3:0] real_bits = 4'd0;
    reg [31:0] word;

    sequence_detector_1011 dut(.clk(clk), .reset(reset), .bit_valid(bit_valid), .bit_in(bit_in),
                               .detected_now(detected_now), .detected(detected), .count(count));

    task check(input [8*12-1:0] name, input [3:0] got, input [3:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d %0s: expected %0d got %0d (valid=%b bit=%b, accepted before: %b)",
                             cycle, name, expected, got, bit_valid, bit_in, bits);
            end
        end
    endtask

    task compare;
        if (seen_reset) begin
            check("detected_now", detected_now, {real_bits[2:0], bits[2:0]} == 6'b111101 && bit_valid && bit_in);
            check("detected", detected, {real_bits, bits} == 8'b11111011);
            check("count", count, (total > 15) ? 15 : total);
        end
    endtask

    // One clock cycle: compared before the edge with the new inputs, and after it.
    task step(input r, input v, input b);
        begin
            reset = r; bit_valid = v; bit_in = b;
            #2 compare;
            #3 clk = 1'b1;
            if (r) begin
                real_bits = 4'd0;
                total = 0;
                seen_reset = 1'b1;
            end else if (v) begin
                bits = {bits[2:0], b};
                real_bits = {real_bits[2:0], 1'b1};
                if ({real_bits, bits} == 8'b11111011) total = total + 1;
            end
            #2 compare;
            #3 clk = 1'b0;
            cycle = cycle + 1;
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        step(1, 1, 1);
        step(1, 1, 1);
        // After a reset only bits that were really accepted count: 011 alone completes nothing.
        word = 32'b011_1011_0111_0110_1011_0010_1111_0101;
        for (i = 30; i >= 0; i = i - 1) step(0, 1, word[i]);
        // Every stretch of eight bits from the empty state, so that each state takes each step.
        for (round = 0; round < 64; round = round + 1) begin
            step(1, 0, round[0]);
            for (i = 5; i >= 0; i = i - 1) step(0, 1, round[i]);
        end
        // Pauses in front of each bit, with the bit flipped meanwhile.
        step(1, 1, 1);
        word = 32'b1011;
        for (round = 0; round < 3; round = round + 1)
            for (i = 3; i >= 0; i = i - 1) begin
                step(0, 0, ~word[i]); step(0, 0, word[i]); step(0, 1, word[i]); step(0, 0, ~word[i]);
            end
        // A reset offered together with each bit of the sequence, above all with the last one.
        for (round = 0; round < 4; round = round + 1) begin
            step(1, 0, 0);
            for (i = 3; i >= 0; i = i - 1) step(round == i, 1, word[i]);
            step(0, 1, 0); step(0, 1, 1); step(0, 1, 1);
        end
        // Eighteen sequences in a row saturate the counter.
        step(1, 0, 0);
        step(0, 1, 1);
        for (i = 0; i < 18; i = i + 1) begin step(0, 1, 0); step(0, 1, 1); step(0, 1, 1); end
        for (i = 0; i < 1200; i = i + 1) begin
            word = $random(seed);
            step(word[12:5] == 0, word[4:3] != 0, word[2:0] > 2);
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
