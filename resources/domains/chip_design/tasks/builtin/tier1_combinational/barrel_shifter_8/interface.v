module barrel_shifter_8(
    input  wire [7:0] data,
    input  wire [2:0] amount,
    input  wire [1:0] mode,
    output reg  [7:0] result,
    output reg        lost
);

endmodule
