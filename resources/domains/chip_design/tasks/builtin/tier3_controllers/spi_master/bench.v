`timescale 1ns / 1ps
// The model counts clocks since the accepting edge; miso changes at every clock, so a late sample is seen.
module testbench;
    reg        clk = 0;
    reg        reset;
    reg        start;
    reg        miso;
    reg  [7:0] tx_data;
    wire       sclk, mosi, cs_n, busy, done;
    wire [7:0] rx_data;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer age = -1;
    integer finished = 0;
    integer i, place;
    reg [7:0] outgoing = 0;
    reg [7:0] incoming = 0;
    reg [7:0] last_received = 0;
    reg [31:0] noise = 32'h5b1c0de5;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        reset <= 1;
        start <= 0;
        miso <= 0;
        tx_data <= 0;
    end

    spi_master dut(.clk(clk), .reset(reset), .start(start), .tx_data(tx_data), .miso(miso), .sclk(sclk), .mosi(mosi),
                   .cs_n(cs_n), .busy(busy), .rx_data(rx_data), .done(done));

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

    task advance(input r, input s);
        begin
            finished = 0;
            if (r) begin
                age = -1;
                last_received = 0;
            end else if (age < 0) begin
                if (s) begin
                    age = 0;
                    outgoing = tx_data;
                end
            end else begin
                age = age + 1;
                if (age % 8 == 4 && age < 64) incoming[7 - age / 8] = miso;
                if (age == 68) begin
                    age = -1;
                    finished = 1;
                    last_received = incoming;
                end
            end
        end
    endtask

    task step(input r, input s, input [7:0] value);
        begin
            next_noise;
            reset = r; start = s; tx_data = value; miso = noise[17];
            #5 clk = 1;
            advance(r, s);
            #5 clk = 0;
            cycle = cycle + 1;
            place = (age >= 64) ? 0 : 7 - age / 8;
            check("sclk", sclk, age >= 0 && age < 64 && age % 8 >= 4);
            check("mosi", mosi, age < 0 ? 0 : outgoing[place]);
            check("cs_n", cs_n, age < 0);
            check("busy", busy, age >= 0);
            check("done", done, finished);
            check("rx_data", rx_data, last_received);
        end
    endtask

    initial begin
        step(1, 1, 8'h00);
        for (i = 0; i < 5; i = i + 1) step(0, 0, 8'hff);
        step(0, 1, 8'h96);
        for (i = 0; i < 75; i = i + 1) step(0, 0, 8'hff);
        for (i = 0; i < 6 * 69; i = i + 1) step(0, 1, 8'h35 * i + 8'h81);
        while (age >= 0) step(0, 0, 8'h00);
        for (i = 3; i < 70; i = i + 9) begin
            step(0, 1, 8'hff);
            while (age >= 0 && age < i) step(0, 0, 8'h00);
            step(1, 1, 8'h5a);
            step(0, 0, 8'h00);
            step(0, 0, 8'h00);
        end
        // Idle again: reset still wins over start.
        step(1, 1, 8'hff);
        for (i = 0; i < 6; i = i + 1) step(0, 0, 8'h00);
        for (i = 0; i < 1400; i = i + 1) step(noise[9:0] == 1, noise[14:12] == 0, noise[31:24]);
        finish_run;
    end

    initial begin
        #60000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
