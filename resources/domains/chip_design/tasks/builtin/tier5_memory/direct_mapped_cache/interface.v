module direct_mapped_cache(
    input  wire        clk,
    input  wire        rst,
    input  wire        request_valid,
    output wire        request_ready,
    input  wire        request_write,
    input  wire [7:0]  request_address,
    input  wire [15:0] request_data,
    output wire        response_valid,
    output wire        response_hit,
    output wire [15:0] response_data,
    output wire        memory_valid,
    input  wire        memory_ready,
    output wire        memory_write,
    output wire [7:0]  memory_address,
    output wire [15:0] memory_write_data,
    input  wire [15:0] memory_read_data
);

endmodule
