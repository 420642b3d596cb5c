module crc8_serial(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire       valid,
    input  wire       bit_in,
    output reg  [7:0] crc,
    output wire       residue_zero
);
    wire [7:0] base = start ? 8'hFF : crc;
    wire [7:0] shifted = {base[6:0], 1'b0} ^ ((base[7] ^ bit_in) ? 8'h07 : 8'h00);

    always @(posedge clk) begin
        if (reset)
            crc <= 8'hFF;
        else if (valid)
            crc <= shifted;
        else
            crc <= base;
    end

    assign residue_zero = (crc == 8'h00);
endmodule
