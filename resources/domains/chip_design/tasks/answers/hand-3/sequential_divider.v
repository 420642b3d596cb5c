module sequential_divider(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] dividend,
    input  wire [7:0] divisor,
    output reg        busy,
    output reg        done,
    output reg  [7:0] quotient,
    output reg  [7:0] remainder,
    output reg        divide_by_zero
);
    reg [7:0] q, d;
    reg [7:0] r;
    reg [2:0] step_count;

    wire [8:0] shifted = {r, q[7]};
    wire fits = shifted >= {1'b0, d};
    wire [8:0] r_next = fits ? shifted - {1'b0, d} : shifted;
    wire [7:0] q_next = {q[6:0], fits};

    always @(posedge clk) begin
        if (reset) begin
            busy <= 1'b0;
            done <= 1'b0;
            quotient <= 8'd0;
            remainder <= 8'd0;
            divide_by_zero <= 1'b0;
        end else begin
            done <= 1'b0;
            if (busy) begin
                q <= q_next;
                r <= r_next[7:0];
                step_count <= step_count + 3'd1;
                if (step_count == 3'd7) begin
                    busy <= 1'b0;
                    done <= 1'b1;
                    quotient <= q_next;
                    remainder <= r_next[7:0];
                    divide_by_zero <= (d == 8'd0);
                end
            end else if (start) begin
                busy <= 1'b1;
                q <= dividend;
                d <= divisor;
                r <= 8'd0;
                step_count <= 3'd0;
            end
        end
    end
endmodule
