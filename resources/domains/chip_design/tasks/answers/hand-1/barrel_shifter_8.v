// 8-bit shifter: left, logical right, arithmetic right, rotate left.
module barrel_shifter_8(
    input  wire [7:0] data,
    input  wire [2:0] amount,
    input  wire [1:0] mode,
    output reg  [7:0] result,
    output reg        lost
);

    // Each wide word keeps both the byte that stays and the bits that leave.
    wire [7:0]  zeros        = 8'd0;
    wire [7:0]  sign_bits    = {8{data[7]}};
    wire [15:0] left_wide    = {zeros, data} << amount;
    wire [15:0] right_wide   = {data, zeros} >> amount;
    wire [15:0] arith_wide   = {sign_bits, data} >> amount;
    wire [15:0] rotate_wide  = {data, data} << amount;

    always @* begin
        result = data;
        lost   = 1'b0;
        case (mode)
            2'd0: begin
                result = left_wide[7:0];
                lost   = |left_wide[15:8];
            end
            2'd1: begin
                result = right_wide[15:8];
                lost   = |right_wide[7:0];
            end
            2'd2: begin
                result = arith_wide[7:0];
                lost   = |right_wide[7:0];
            end
            default: begin
                result = rotate_wide[15:8];
                lost   = 1'b0;
            end
        endcase
    end

endmodule
