module barrel_shifter_8(
    input  wire [7:0] data,
    input  wire [2:0] amount,
    input  wire [1:0] mode,
    output reg  [7:0] result,
    output reg        lost
);
    reg [15:0] left, right, arith, rot;
    always @* begin
        left  = {8'd0, data} << amount;
        right = {data, 8'd0} >> amount;
        arith = {{8{data[7]}}, data} >> amount;
        rot   = {data, data} << amount;
        result = left[7:0];
        lost = 1'b0;
        case (mode)
            2'd0: begin
                result = left[7:0];
                lost = |left[15:8];
            end
            2'd1: begin
                result = right[15:8];
                lost = |right[7:0];
            end
            2'd2: begin
                result = arith[7:0];
                lost = |right[7:0];
            end
            default: begin
                result = rot[15:8];
                lost = 1'b0;
            end
        endcase
    end
endmodule
