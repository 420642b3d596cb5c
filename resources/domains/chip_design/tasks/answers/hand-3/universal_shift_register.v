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
    always @(posedge clk or negedge reset_n) begin
        if (!reset_n)
            q <= 8'd0;
        else
            case (mode)
                2'd1: q <= {serial_right, q[7:1]};
                2'd2: q <= {q[6:0], serial_left};
                2'd3: q <= parallel_in;
                default: q <= q;
            endcase
    end
    assign out_right = q[0];
    assign out_left = q[7];
endmodule
