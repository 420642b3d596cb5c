module accumulator_cpu(
    input  wire       clk,
    input  wire       rst,
    input  wire       load_enable,
    input  wire [3:0] load_address,
    input  wire [7:0] load_data,
    input  wire       run,
    input  wire [7:0] in_port,
    output wire [7:0] out_port,
    output wire       out_strobe,
    output wire       halted,
    output wire [3:0] pc,
    output wire [7:0] accumulator
);

endmodule
