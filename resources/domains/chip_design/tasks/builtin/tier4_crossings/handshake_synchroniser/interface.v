module handshake_synchroniser(
    input  wire       src_clk,
    input  wire       src_rst_n,
    input  wire       src_valid,
    input  wire [7:0] src_data,
    output wire       src_ready,
    input  wire       dst_clk,
    input  wire       dst_rst_n,
    output reg        dst_valid,
    output reg  [7:0] dst_data
);
endmodule
