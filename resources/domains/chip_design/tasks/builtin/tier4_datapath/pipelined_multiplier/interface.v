module pipelined_multiplier(
    input  wire        clk,
    input  wire        rst,
    input  wire        enable,
    input  wire        in_valid,
    input  wire        is_signed,
    input  wire [15:0] a,
    input  wire [15:0] b,
    output wire        out_valid,
    output wire [31:0] product
);

endmodule
