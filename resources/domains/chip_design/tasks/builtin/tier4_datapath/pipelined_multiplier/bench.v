`timescale 1ns / 1ps
// Expected products are made by integer multiplication and travel through a delay line of enabled edges.
module testbench;
    reg         clk = 1'b0;
    reg         rst;
    reg         enable;
    reg         in_valid;
    reg         is_signed;
    reg  [15:0] a;
    reg  [15:0] b;
    wire        out_valid;
    wire [31:0] product;

    integer checks = 0;
    integer errors = 0;
    integer cycle = 0;
    integer seed = 32'h77;
    integer step, i, j;
    reg        seen_reset = 1'b0;
    reg        line_valid [0:2];
    reg [63:0] line_product [0:2];
    reg [31:0] line_operands [0:2];
    reg [63:0] wide_a, wide_b;

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        rst <= 1'b1;
        enable <= 1'b1;
        in_valid <= 1'b0;
        is_signed <= 1'b0;
        a <= 16'd0;
        b <= 16'd0;
    end

    pipelined_multiplier dut(.clk(clk), .rst(rst), .enable(enable), .in_valid(in_valid), .is_signed(is_signed),
                             .a(a), .b(b), .out_valid(out_valid), .product(product));

    function [15:0] corner(input integer index);
        case (index)
            0: corner = 16'h0000;
            1: corner = 16'h0001;
            2: corner = 16'h7fff;
            3: corner = 16'h8000;
            4: corner = 16'hffff;
            5: corner = 16'h00ff;
            6: corner = 16'h0100;
            default: corner = 16'hff00;
        endcase
    endfunction

    task compare;
        begin
            checks = checks + 2;
            if (out_valid !== line_valid[2]) begin
                errors = errors + 1;
                if (errors <= 5) $display("MISMATCH cycle=%0d out_valid: expected %b got %b", cycle, line_valid[2], out_valid);
            end
            if (line_valid[2] && product !== line_product[2][31:0]) begin
                errors = errors + 1;
                if (errors <= 5)
                    $display("MISMATCH cycle=%0d product of a=%h b=%h: expected %h got %h", cycle,
                             line_operands[2][31:16], line_operands[2][15:0], line_product[2][31:0], product);
            end
        end
    endtask

    task tick;
        begin
            #4 if (seen_reset) compare;
            if (enable) begin
                for (i = 2; i > 0; i = i - 1) begin
                    line_valid[i] = line_valid[i-1];
                    line_product[i] = line_product[i-1];
                    line_operands[i] = line_operands[i-1];
                end
                wide_a = {{48{is_signed & a[15]}}, a};
                wide_b = {{48{is_signed & b[15]}}, b};
                line_valid[0] = in_valid;
                line_product[0] = wide_a * wide_b;
                line_operands[0] = {a, b};
            end
            if (rst) begin
                for (i = 0; i < 3; i = i + 1) line_valid[i] = 1'b0;
                seen_reset = 1'b1;
            end
            #1 clk = 1'b1;
            #5 clk = 1'b0;
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
        tick;
        rst = 1'b0;
        for (step = 0; step < 128; step = step + 1) begin
            in_valid = 1'b1;
            is_signed = step[6];
            a = corner(step % 8);
            b = corner((step / 8) % 8);
            tick;
        end
        for (step = 0; step < 600; step = step + 1) begin
            in_valid = $random(seed);
            is_signed = $random(seed);
            enable = ($random(seed) & 3) != 0;
            a = $random(seed);
            b = $random(seed);
            // Every 40th cycle products are under way when the reset comes, with the pipeline moving or stalled.
            rst = (step % 40) == 39;
            if (rst) enable = step[4];
            tick;
        end
        rst = 1'b0; enable = 1'b1;
        for (j = 0; j < 8; j = j + 1) begin
            for (step = 0; step < 3; step = step + 1) begin in_valid = 1'b1; a = $random(seed); b = $random(seed); tick; end
            rst = 1'b1; enable = j[0]; in_valid = 1'b1; tick;
            rst = 1'b0; enable = 1'b1; in_valid = 1'b0;
            for (step = 0; step < 4; step = step + 1) tick;
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
