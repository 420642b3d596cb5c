module mux_8to1(
    input  wire [31:0] data,
    input  wire [2:0]  select,
    input  wire        enable,
    output reg  [3:0]  y,
    output wire        any_bit
);
    wire [15:0] h = select[2] ? data[31:16] : data[15:0];
    wire [7:0]  q = select[1] ? h[15:8] : h[7:0];
    always @* y = (select[0] ? q[7:4] : q[3:0]) & {4{enable}};
    assign any_bit = |y;
endmodule
