`timescale 1ns / 1ps
// The model keeps the clients as a list in the order in which they are looked at and rotates it after each service.
module testbench;
    reg        clk = 0;
    reg        reset;
    reg        ready;
    reg  [3:0] request;
    wire [3:0] grant;
    wire [1:0] grant_index;
    wire       valid;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer i, k, chosen;
    integer order [0:3];
    integer turn_to, set;
    reg [31:0] noise = 32'h00c0ffee;

    task next_noise;
        integer shift;
        for (shift = 0; shift < 32; shift = shift + 1)
            noise = {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};
    endtask

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        reset <= 1;
        ready <= 0;
        request <= 0;
    end

    round_robin_arbiter dut(.clk(clk), .reset(reset), .request(request), .ready(ready), .grant(grant),
                            .grant_index(grant_index), .valid(valid));

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

    task restart;
        for (k = 0; k < 4; k = k + 1) order[k] = k;
    endtask

    task choose;
        begin
            chosen = -1;
            for (k = 3; k >= 0; k = k - 1)
                if (request[order[k]]) chosen = order[k];
        end
    endtask

    // Inputs are applied while the clock is low and the combinational outputs compared before the edge.
    task step(input r, input [3:0] q, input accepts);
        begin
            reset = r; request = q; ready = accepts;
            #4 choose;
            if (cycle > 0) begin
                check("grant", grant, chosen < 0 ? 0 : (1 << chosen));
                check("grant_index", grant_index, chosen < 0 ? 0 : chosen);
                check("valid", valid, chosen >= 0);
            end
            #1 clk = 1;
            if (r) restart;
            else if (accepts && chosen >= 0)
                for (k = 0; k < 4; k = k + 1) order[k] = (chosen + 1 + k) % 4;
            #5 clk = 0;
            cycle = cycle + 1;
        end
    endtask

    initial begin
        restart;
        step(1, 4'b1111, 1);
        for (i = 0; i < 10; i = i + 1) step(0, 4'b1111, 1);
        for (i = 0; i < 3; i = i + 1) step(0, 4'b0000, 1);
        for (i = 0; i < 4; i = i + 1) step(0, 4'b1111, 0);
        for (turn_to = 0; turn_to < 4; turn_to = turn_to + 1)
            for (set = 0; set < 16; set = set + 1) begin
                step(0, 1 << turn_to, 1);
                step(0, set, 0);
                step(0, set, 1);
                step(0, 4'b1111, 0);
            end
        step(0, 4'b0010, 1);
        step(1, 4'b1111, 1);
        step(0, 4'b1111, 0);
        step(0, 4'b1000, 1);
        for (i = 0; i < 8; i = i + 1) step(0, 4'b1001, 1);
        for (i = 0; i < 800; i = i + 1) begin
            next_noise;
            step(noise[5:0] == 0, noise[9:6], noise[11:10] != 0);
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
