module pulse_handshake(
    input  wire       src_clk,
    input  wire       src_rst,
    input  wire       src_pulse,
    input  wire [7:0] src_data,
    output wire       src_busy,
    output wire       src_done,
    input  wire       dst_clk,
    input  wire       dst_rst,
    output wire       dst_pulse,
    output wire [7:0] dst_data
);

endmodule
