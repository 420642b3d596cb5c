module mux_8to1(
    input  wire [31:0] data,
    input  wire [2:0]  select,
    input  wire        enable,
    output reg  [3:0]  y,
    output wire        any_bit
);

endmodule
