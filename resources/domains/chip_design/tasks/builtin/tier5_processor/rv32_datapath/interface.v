module rv32_datapath(
    input  wire        clk,
    input  wire        rst,
    input  wire        stall,
    input  wire        in_valid,
    input  wire [31:0] instruction,
    output wire        result_valid,
    output wire        illegal,
    output wire [4:0]  result_register,
    output wire [31:0] result
);

endmodule
