`timescale 1ns / 1ps
// The model applies the writes to a copy of the registers; a read must show the copy's value before and after the edge.
module testbench;
    reg         clk = 1'b0;
    reg         rst;
    reg         we0, we1;
    reg  [3:0]  wa0, wa1, ra, rb;
    reg  [15:0] wd0, wd1;
    reg  [1:0]  be1;
    wire [15:0] qa, qb;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer seed = 32'h5eed;
    integer i, step;
    reg [15:0] stored [0:15];
    reg [15:0] next [0:15];

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        rst <= 1'b1;
        we0 <= 1'b0;
        we1 <= 1'b0;
        wa0 <= 0;
        wa1 <= 0;
        ra <= 0;
        rb <= 0;
        wd0 <= 0;
        wd1 <= 0;
        be1 <= 0;
    end

    forwarding_register_file dut(
        .clk(clk), .rst(rst), .write_enable_0(we0), .write_address_0(wa0), .write_data_0(wd0),
        .write_enable_1(we1), .write_address_1(wa1), .write_data_1(wd1), .byte_enable_1(be1),
        .read_address_a(ra), .read_address_b(rb), .read_data_a(qa), .read_data_b(qb));

    task check(input [8*11-1:0] name, input [3:0] address, input [15:0] got, input [15:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d %0s[%0d] (write0=%b@%0d write1=%b@%0d bytes=%b): expected %h got %h",
                             cycle, name, address, we0, wa0, we1, wa1, be1, expected, got);
            end
        end
    endtask

    task tick;
        begin
            for (i = 0; i < 16; i = i + 1) next[i] = stored[i];
            if (we0) next[wa0] = wd0;
            if (we1) next[wa1] = (next[wa1] & ~{{8{be1[1]}}, {8{be1[0]}}}) | (wd1 & {{8{be1[1]}}, {8{be1[0]}}});
            next[0] = 16'd0;
            #4;
            check("read_data_a", ra, qa, next[ra]);
            check("read_data_b", rb, qb, next[rb]);
            for (i = 0; i < 16; i = i + 1) stored[i] = rst ? 16'd0 : next[i];
            #1 clk = 1'b1;
            #5 clk = 1'b0;
            cycle = cycle + 1;
        end
    endtask

    task sweep;
        begin
            we0 = 0; we1 = 0;
            for (step = 0; step < 16; step = step + 1) begin
                ra = step; rb = 15 - step;
                tick;
            end
        end
    endtask

    // Few addresses, so that collisions and forwarding are common; `mask` 15 uses them all.
    task random_cycle(input [3:0] mask);
        begin
            {we0, we1, be1} = $random(seed);
            wa0 = $random(seed) & mask; wa1 = $random(seed) & mask;
            ra = $random(seed) & mask; rb = $random(seed) & mask;
            wd0 = $random(seed); wd1 = $random(seed);
            tick;
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        // The first edge only clears the registers: before it only register 0 has a value.
        for (i = 0; i < 16; i = i + 1) stored[i] = 16'd0;
        tick;
        rst = 0;
        sweep;
        for (step = 0; step < 16; step = step + 1) begin
            we0 = 1; wa0 = step; wd0 = 16'h1111 * step + 16'h0F0; ra = step; rb = step ^ 1;
            we1 = 0; be1 = 2'b11; wa1 = step;
            tick;
        end
        sweep;
        for (step = 0; step < 400; step = step + 1) random_cycle(4'd3);
        for (step = 0; step < 300; step = step + 1) random_cycle(4'd15);
        sweep;
        rst = 1;
        random_cycle(4'd15);
        we0 = 1; we1 = 1; be1 = 2'b11; wa0 = 4'd5; wa1 = 4'd9; ra = 4'd5; rb = 4'd9; wd0 = 16'hBEEF; wd1 = 16'hCAFE;
        tick;
        rst = 0;
        sweep;
        for (step = 0; step < 200; step = step + 1) random_cycle(4'd9);
        sweep;
        finish_run;
    end

    initial begin
        #1000000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
