module crc8_serial(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire       valid,
    input  wire       bit_in,
    output reg  [7:0] crc,
    output wire       residue_zero
);
    wire [7:0] b  = crc | {8{start}};
    wire       fb = b[7] ^ bit_in;
    wire [7:0] nx = {b[6:2], b[1] ^ fb, b[0] ^ fb, fb};

    always @(posedge clk)
        crc <= reset ? 8'hFF : valid ? nx : b;

    assign residue_zero = ~|crc;
endmodule
