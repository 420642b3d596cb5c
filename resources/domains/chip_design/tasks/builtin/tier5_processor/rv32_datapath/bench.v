`timescale 1ns / 1ps
// The model executes each instruction at once when it is taken; its result waits one unstalled edge to be shown.
module testbench;
    reg         clk = 0, rst, stall, in_valid;
    reg  [31:0] instruction;
    wire        result_valid, illegal;
    wire [4:0]  result_register;
    wire [31:0] result;

    integer checks = 0, errors = 0, cycle = 0, seed = 32'h32a, step, phase, i, pick;
    reg [31:0] x [0:31];
    reg [31:0] one, two, immediate, value, pending_value = 0, shown_value = 0, shown_instruction = 0, pending_instruction = 0;
    reg        legal, known = 0, pending = 0, pending_legal = 0, shown_valid = 0, shown_illegal = 0;

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        rst <= 1;
        stall <= 0;
        in_valid <= 0;
        instruction <= 0;
    end

    rv32_datapath dut(.clk(clk), .rst(rst), .stall(stall), .in_valid(in_valid), .instruction(instruction),
                      .result_valid(result_valid), .illegal(illegal), .result_register(result_register), .result(result));

    task check(input [8*15-1:0] name, input [31:0] got, input [31:0] expected);
        begin
            checks = checks + 1;
            if (got !== expected) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d instruction=%h %0s: expected %h got %h", cycle, shown_instruction, name, expected, got);
            end
        end
    endtask

    // Sign tests and shifts are written out bit by bit, so that they share nothing with an ordinary ALU.
    task evaluate(input [2:0] code, input other, input [31:0] p, input [31:0] q);
        begin
            value = 0;
            case (code)
                0: value = other ? p + ~q + 1 : p + q;
                1: begin value = p; for (i = 0; i < q[4:0]; i = i + 1) value = {value[30:0], 1'b0}; end
                2: value = (p[31] != q[31]) ? p[31] : (p[30:0] < q[30:0]);
                3: value = {1'b0, p} < {1'b0, q};
                4: value = (p | q) & ~(p & q);
                5: begin value = p; for (i = 0; i < q[4:0]; i = i + 1) value = {other & p[31], value[31:1]}; end
                6: value = ~(~p & ~q);
                7: value = ~(~p | ~q);
            endcase
        end
    endtask

    task execute;
        begin
            one = x[instruction[19:15]];
            two = x[instruction[24:20]];
            immediate = {{20{instruction[31]}}, instruction[31:20]};
            legal = 0; value = 0;
            case (instruction[6:0])
                7'h33: begin
                    legal = instruction[31:25] == 0 || (instruction[31:25] == 32 && (instruction[14:12] % 5) == 0);
                    evaluate(instruction[14:12], instruction[30], one, two);
                end
                7'h13: case (instruction[14:12])
                    1: begin legal = instruction[31:25] == 0; evaluate(1, 0, one, immediate); end
                    5: begin legal = (instruction[31:25] & 7'h5f) == 0; evaluate(5, instruction[30], one, immediate); end
                    default: begin legal = 1; evaluate(instruction[14:12], 0, one, immediate); end
                endcase
                7'h37: begin legal = 1; value = instruction & 32'hfffff000; end
                default: legal = 0;
            endcase
            if (legal && instruction[11:7] != 0) x[instruction[11:7]] = value;
        end
    endtask

    task tick;
        begin
            #4;
            if (known) begin
                check("result_valid", result_valid, shown_valid);
                check("illegal", illegal, shown_illegal);
                check("result_register", shown_valid ? result_register : 0, shown_valid ? shown_instruction[11:7] : 0);
                check("result", shown_valid ? result : 0, shown_valid ? shown_value : 0);
            end
            if (rst) begin
                pending = 0; shown_valid = 0; shown_illegal = 0; known = 1;
                for (i = 0; i < 32; i = i + 1) x[i] = 0;
            end else if (!stall) begin
                shown_valid = pending && pending_legal;
                shown_illegal = pending && !pending_legal;
                shown_value = pending_value;
                shown_instruction = pending_instruction;
                pending = in_valid;
                if (in_valid) execute;
                pending_legal = legal; pending_value = value; pending_instruction = instruction;
            end
            #1 clk = 1;
            #5 clk = 0;
            cycle = cycle + 1;
        end
    endtask

    task issue(input [31:0] word);
        begin
            in_valid = 1; instruction = word;
            tick;
        end
    endtask

    // Mostly legal words on `mask` registers, so that neighbours depend on each other.
    task random_word(input [4:0] mask);
        begin
            instruction = $random(seed);
            instruction[11:7] = instruction[11:7] & mask;
            instruction[19:15] = instruction[19:15] & mask;
            pick = $random(seed) & 15;
            instruction[6:0] = (pick < 7) ? 7'h33 : (pick < 13) ? 7'h13 : (pick < 15) ? 7'h37 : instruction[6:0];
            if (pick < 7) instruction[24:20] = instruction[24:20] & mask;
            if (pick < 7 || (pick < 13 && instruction[13:12] == 1))
                if (($random(seed) & 7) != 0)
                    instruction[31:25] = (instruction[30] && (instruction[14:12] % 5) == 0) ? 7'h20 : 7'h00;
        end
    endtask

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    initial begin
        for (i = 0; i < 32; i = i + 1) x[i] = 0;
        issue(32'h00500093); tick;
        rst = 0; in_valid = 0; tick; tick;
        // Every register gets its own value and is read back through both ports.
        for (step = 0; step < 32; step = step + 1) issue({20'h12345 + step[19:0] * 20'h01011, step[4:0], 7'h37});
        for (step = 0; step < 32; step = step + 1) issue({7'd0, 5'd0, step[4:0], 3'd0, 5'd0, 7'h33});
        for (step = 0; step < 32; step = step + 1) issue({7'd0, step[4:0], 5'd0, 3'd6, 5'd0, 7'h33});
        // Corner operands in x1 and x2 for each operation; a write to x0 is never forwarded.
        for (phase = 0; phase < 16; phase = phase + 1) begin
            issue({phase[0] ? 20'h80000 : 20'h7ffff, 5'd1, 7'h37});
            issue({phase[1] ? 12'hfff : 12'h000, 5'd1, 3'd0, 5'd1, 7'h13});
            issue({phase[2] ? 20'h80000 : 20'h00000, 5'd2, 7'h37});
            issue({phase[3] ? 12'hfff : 12'h01f, 5'd2, 3'd0, 5'd2, 7'h13});
            for (step = 0; step < 16; step = step + 1) begin
                issue({step[3] ? 7'h20 : 7'h00, 5'd2, 5'd1, step[2:0], 5'd0, 7'h33});
                issue({step[3] ? 7'h20 : 7'h00, 5'd31, 5'd1, step[2:0], 5'd3, 7'h13});
            end
            issue({12'd9, 5'd1, 3'd0, 5'd0, 7'h13}); issue({7'd0, 5'd0, 5'd0, 3'd0, 5'd4, 7'h33});
        end
        for (phase = 0; phase < 8; phase = phase + 1) begin
            for (step = 0; step < 150; step = step + 1) begin
                random_word(phase[0] ? 5'd3 : 5'd31);
                in_valid = ($random(seed) & 7) != 0;
                stall = ($random(seed) & 7) == 0;
                tick;
            end
            stall = 0; issue(32'h7ff00193);
            rst = 1; stall = phase[1]; issue(32'h00118193); rst = 0; stall = 0;
            in_valid = 0; tick; tick;
            for (step = 0; step < 4; step = step + 1) issue({7'd0, step[4:0], 5'd3, 3'd0, 5'd5, 7'h33});
        end
        finish_run;
    end

    initial begin
        #1000000;
        $display("WATCHDOG the bench did not end");
        errors = errors + 1;
        finish_run;
    end
endmodule
