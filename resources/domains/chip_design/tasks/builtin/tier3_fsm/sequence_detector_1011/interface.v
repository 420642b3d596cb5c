module sequence_detector_1011(
    input  wire       clk,
    input  wire       reset,
    input  wire       bit_valid,
    input  wire       bit_in,
    output wire       detected_now,
    output wire       detected,
    output reg  [3:0] count
);

endmodule
