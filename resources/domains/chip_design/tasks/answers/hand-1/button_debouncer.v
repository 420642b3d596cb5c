// Button synchroniser, debouncer, edge pulses and long-press flag.
module button_debouncer(
    input  wire clk,
    input  wire reset_n,
    input  wire button,
    output reg  pressed,
    output reg  press_pulse,
    output reg  release_pulse,
    output reg  held
);

    // Synchroniser
    reg button_meta;
    reg level;

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            button_meta <= 1'b0;
            level       <= 1'b0;
        end else begin
            button_meta <= button;
            level       <= button_meta;
        end
    end

    // Debouncer: counts the edges in a row at which level differs from pressed
    reg  [2:0] different_count;
    wire       different    = (level != pressed);
    wire       change_state = different && (different_count == 3'd7);

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            different_count <= 3'd0;
            pressed         <= 1'b0;
            press_pulse     <= 1'b0;
            release_pulse   <= 1'b0;
        end else begin
            press_pulse   <= change_state && !pressed;
            release_pulse <= change_state && pressed;
            if (change_state)
                pressed <= !pressed;
            if (different && !change_state)
                different_count <= different_count + 3'd1;
            else
                different_count <= 3'd0;
        end
    end

    // Long press: counts the edges after the one that set pressed
    reg [4:0] hold_count;

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            hold_count <= 5'd0;
            held       <= 1'b0;
        end else if (!pressed || change_state) begin
            hold_count <= 5'd0;
            held       <= 1'b0;
        end else if (hold_count == 5'd19) begin
            held <= 1'b1;
        end else begin
            hold_count <= hold_count + 5'd1;
        end
    end

endmodule
