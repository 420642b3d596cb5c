module seven_segment_decoder(
    input  wire [3:0] value,
    input  wire       blank,
    input  wire       lamp_test,
    output wire [6:0] segments
);
    localparam [111:0] ROM = {
        7'h71, 7'h79, 7'h5E, 7'h39, 7'h7C, 7'h77, 7'h6F, 7'h7F,
        7'h07, 7'h7D, 7'h6D, 7'h66, 7'h4F, 7'h5B, 7'h06, 7'h3F};
    wire [6:0] at  = {value, 3'b000} - {3'b000, value};
    wire [6:0] lit = ROM[at +: 7];
    assign segments = ~((lit & {7{~blank}}) | {7{lamp_test}});
endmodule
