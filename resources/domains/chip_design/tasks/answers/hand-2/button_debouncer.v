module button_debouncer(
    input  wire clk,
    input  wire reset_n,
    input  wire button,
    output reg  pressed,
    output reg  press_pulse,
    output reg  release_pulse,
    output reg  held
);
    reg [1:0] sy;
    reg [6:0] hist;
    reg [4:0] age;

    wire diff = sy[1] ^ pressed;
    wire flip = diff & (&hist);

    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            sy            <= 2'b00;
            hist          <= 7'd0;
            age           <= 5'd0;
            pressed       <= 1'b0;
            press_pulse   <= 1'b0;
            release_pulse <= 1'b0;
            held          <= 1'b0;
        end else begin
            sy            <= {sy[0], button};
            hist          <= flip ? 7'd0 : {hist[5:0], diff};
            pressed       <= pressed ^ flip;
            press_pulse   <= flip & ~pressed;
            release_pulse <= flip & pressed;
            if (flip | ~pressed) begin
                age  <= 5'd0;
                held <= 1'b0;
            end else if (age == 5'd19)
                held <= 1'b1;
            else
                age <= age + 5'd1;
        end
endmodule
