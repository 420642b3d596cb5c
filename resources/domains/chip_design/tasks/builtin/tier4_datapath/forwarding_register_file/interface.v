module forwarding_register_file(
    input  wire        clk,
    input  wire        rst,
    input  wire        write_enable_0,
    input  wire [3:0]  write_address_0,
    input  wire [15:0] write_data_0,
    input  wire        write_enable_1,
    input  wire [3:0]  write_address_1,
    input  wire [15:0] write_data_1,
    input  wire [1:0]  byte_enable_1,
    input  wire [3:0]  read_address_a,
    input  wire [3:0]  read_address_b,
    output wire [15:0] read_data_a,
    output wire [15:0] read_data_b
);

endmodule
