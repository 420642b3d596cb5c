// Bit-serial CRC-8, polynomial x^8 + x^2 + x + 1, initial value FF.
module crc8_serial(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire       valid,
    input  wire       bit_in,
    output reg  [7:0] crc,
    output wire       residue_zero
);

    localparam [7:0] INITIAL    = 8'hFF;
    localparam [7:0] POLYNOMIAL = 8'h07;

    wire [7:0] base     = start ? INITIAL : crc;
    wire       feedback = base[7] ^ bit_in;
    wire [7:0] shifted  = {base[6:0], 1'b0} ^ (feedback ? POLYNOMIAL : 8'h00);

    assign residue_zero = (crc == 8'h00);

    always @(posedge clk) begin
        if (reset)
            crc <= INITIAL;
        else if (valid)
            crc <= shifted;
        else
            crc <= base;
    end

endmodule
