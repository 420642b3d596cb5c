module fir_filter(
    input  wire               clk,
    input  wire               rst,
    input  wire               coefficient_write,
    input  wire [2:0]         coefficient_index,
    input  wire signed [7:0]  coefficient,
    input  wire               in_valid,
    input  wire signed [11:0] sample,
    output wire               out_valid,
    output wire signed [11:0] filtered
);

endmodule
