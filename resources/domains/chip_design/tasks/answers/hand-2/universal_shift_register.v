module universal_shift_register(
    input  wire       clk,
    input  wire       reset_n,
    input  wire [1:0] mode,
    input  wire [7:0] parallel_in,
    input  wire       serial_right,
    input  wire       serial_left,
    output reg  [7:0] q,
    output wire       out_right,
    output wire       out_left
);
    wire [7:0] r  = {serial_right, q[7:1]};
    wire [7:0] l  = {q[6:0], serial_left};
    wire [7:0] d  = mode[1] ? (mode[0] ? parallel_in : l) : (mode[0] ? r : q);

    always @(posedge clk or negedge reset_n)
        if (!reset_n) q <= 8'd0;
        else          q <= d;

    assign out_right = q[0];
    assign out_left  = q[7];
endmodule
