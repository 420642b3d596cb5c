module button_debouncer(
    input  wire clk,
    input  wire reset_n,
    input  wire button,
    output reg  pressed,
    output reg  press_pulse,
    output reg  release_pulse,
    output reg  held
);
    reg sync1, level;
    reg [2:0] count;
    reg [4:0] hold;
    wire change = (level != pressed) && (count == 3'd7);

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            sync1 <= 1'b0;
            level <= 1'b0;
            count <= 3'd0;
            hold <= 5'd0;
            pressed <= 1'b0;
            press_pulse <= 1'b0;
            release_pulse <= 1'b0;
            held <= 1'b0;
        end else begin
            sync1 <= button;
            level <= sync1;
            press_pulse <= 1'b0;
            release_pulse <= 1'b0;
            if (level == pressed)
                count <= 3'd0;
            else
                count <= count + 3'd1;
            if (change) begin
                count <= 3'd0;
                pressed <= level;
                press_pulse <= level;
                release_pulse <= !level;
                hold <= 5'd0;
                held <= 1'b0;
            end else if (pressed && !held) begin
                if (hold == 5'd19)
                    held <= 1'b1;
                else
                    hold <= hold + 5'd1;
            end
        end
    end
endmodule
