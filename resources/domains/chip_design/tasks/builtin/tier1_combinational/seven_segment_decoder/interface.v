module seven_segment_decoder(
    input  wire [3:0] value,
    input  wire       blank,
    input  wire       lamp_test,
    output wire [6:0] segments
);

endmodule
