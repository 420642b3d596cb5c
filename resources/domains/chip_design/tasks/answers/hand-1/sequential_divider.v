// Restoring divider, one quotient bit for each clock.
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

    reg [7:0] divisor_held;
    reg [7:0] partial_remainder;
    reg [7:0] shift_register;    // dividend bits leave above, quotient bits enter below
    reg [2:0] steps_done;

    // One step: bring down a bit, subtract if it fits.
    // With divisor 0 every subtraction fits, which gives quotient 255
    // and leaves the dividend as the remainder.
    wire [8:0] brought_down = {partial_remainder, shift_register[7]};
    wire       fits         = (brought_down >= {1'b0, divisor_held});
    wire [8:0] difference   = brought_down - {1'b0, divisor_held};
    wire [7:0] new_partial  = fits ? difference[7:0] : brought_down[7:0];
    wire [7:0] new_shift    = {shift_register[6:0], fits};

    always @(posedge clk) begin
        if (reset) begin
            busy              <= 1'b0;
            done              <= 1'b0;
            quotient          <= 8'd0;
            remainder         <= 8'd0;
            divide_by_zero    <= 1'b0;
            divisor_held      <= 8'd0;
            partial_remainder <= 8'd0;
            shift_register    <= 8'd0;
            steps_done        <= 3'd0;
        end else if (busy) begin
            partial_remainder <= new_partial;
            shift_register    <= new_shift;
            steps_done        <= steps_done + 3'd1;
            if (steps_done == 3'd7) begin
                busy           <= 1'b0;
                done           <= 1'b1;
                quotient       <= new_shift;
                remainder      <= new_partial;
                divide_by_zero <= (divisor_held == 8'd0);
            end
        end else begin
            done <= 1'b0;
            if (start) begin
                busy              <= 1'b1;
                divisor_held      <= divisor;
                partial_remainder <= 8'd0;
                shift_register    <= dividend;
                steps_done        <= 3'd0;
            end
        end
    end

endmodule
