module button_debouncer(
    input  wire clk,
    input  wire reset_n,
    input  wire button,
    output reg  pressed,
    output reg  press_pulse,
    output reg  release_pulse,
    output reg  held
);
    localparam [2:0] LAST_SAMPLE = 3'd7;
    localparam [4:0] LONG_PRESS  = 5'd19;

    reg       captured;
    reg       level;
    reg [2:0] samples;
    reg [4:0] duration;

    wire differs = (level != pressed);
    wire change  = differs && samples == LAST_SAMPLE;

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            captured <= 1'b0;
            level    <= 1'b0;
        end else begin
            captured <= button;
            level    <= captured;
        end
    end

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            samples       <= 3'd0;
            pressed       <= 1'b0;
            press_pulse   <= 1'b0;
            release_pulse <= 1'b0;
        end else begin
            samples       <= (differs && !change) ? samples + 3'd1 : 3'd0;
            pressed       <= pressed ^ change;
            press_pulse   <= change && !pressed;
            release_pulse <= change && pressed;
        end
    end

    // `duration` counts the edges since the press and stops once it is a long one.
    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            duration <= 5'd0;
            held     <= 1'b0;
        end else if (!pressed || change) begin
            duration <= 5'd0;
            held     <= 1'b0;
        end else if (duration == LONG_PRESS)
            held <= 1'b1;
        else
            duration <= duration + 5'd1;
    end
endmodule
