module router_output_port(
    input  wire        clk,
    input  wire        rst,
    input  wire [3:0]  in_valid,
    input  wire [3:0]  in_last,
    input  wire [63:0] in_data,
    output wire [3:0]  in_ready,
    output wire        out_valid,
    output wire        out_last,
    output wire [1:0]  out_source,
    output wire [15:0] out_data,
    input  wire        credit_return,
    output wire [2:0]  credits
);

endmodule
