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
    reg [7:0] denominator;
    reg [7:0] partial;
    reg [7:0] digits;
    reg [2:0] step;

    wire [8:0] candidate  = {partial, digits[7]};
    wire [7:0] difference = candidate[7:0] - denominator;
    wire       fits       = (candidate >= {1'b0, denominator});
    wire [7:0] next_partial = fits ? difference : candidate[7:0];
    wire [7:0] next_digits  = {digits[6:0], fits};

    always @(posedge clk) begin
        done <= 1'b0;
        if (reset) begin
            busy           <= 1'b0;
            quotient       <= 8'd0;
            remainder      <= 8'd0;
            divide_by_zero <= 1'b0;
        end else if (!busy) begin
            if (start) begin
                denominator <= divisor;
                digits      <= dividend;
                partial     <= 8'd0;
                step        <= 3'd0;
                busy        <= 1'b1;
            end
        end else begin
            partial <= next_partial;
            digits  <= next_digits;
            step    <= step + 3'd1;
            if (step == 3'd7) begin
                busy           <= 1'b0;
                done           <= 1'b1;
                quotient       <= next_digits;
                remainder      <= next_partial;
                divide_by_zero <= (denominator == 8'd0);
            end
        end
    end
endmodule
