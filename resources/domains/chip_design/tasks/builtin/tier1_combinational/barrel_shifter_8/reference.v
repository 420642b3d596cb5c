module barrel_shifter_8(
    input  wire [7:0] data,
    input  wire [2:0] amount,
    input  wire [1:0] mode,
    output reg  [7:0] result,
    output reg        lost
);
    wire [15:0] left  = {8'd0, data} << amount;
    wire [15:0] right = {data, 8'd0} >> amount;
    wire [7:0]  sign  = data[7] ? ~(8'hff >> amount) : 8'h00;

    always @* begin
        case (mode)
            2'd0: begin
                result = left[7:0];
                lost   = |left[15:8];
            end
            2'd1: begin
                result = right[15:8];
                lost   = |right[7:0];
            end
            2'd2: begin
                result = right[15:8] | sign;
                lost   = |right[7:0];
            end
            default: begin
                result = left[7:0] | left[15:8];
                lost   = 1'b0;
            end
        endcase
    end
endmodule
