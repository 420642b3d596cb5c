module crc8_serial(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire       valid,
    input  wire       bit_in,
    output reg  [7:0] crc,
    output wire       residue_zero
);

endmodule
