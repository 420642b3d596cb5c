module priority_encoder_8(
    input  wire [7:0] request,
    output reg  [2:0] index,
    output wire [7:0] winner,
    output wire       valid,
    output wire       contended
);

endmodule
