module seven_segment_decoder(
    input  wire [3:0] value,
    input  wire       blank,
    input  wire       lamp_test,
    output wire [6:0] segments
);
    reg [6:0] lit;

    assign segments = lamp_test ? 7'h00 : blank ? 7'h7f : ~lit;

    always @* begin
        case (value)
            4'h0:    lit = 7'h3f;
            4'h1:    lit = 7'h06;
            4'h2:    lit = 7'h5b;
            4'h3:    lit = 7'h4f;
            4'h4:    lit = 7'h66;
            4'h5:    lit = 7'h6d;
            4'h6:    lit = 7'h7d;
            4'h7:    lit = 7'h07;
            4'h8:    lit = 7'h7f;
            4'h9:    lit = 7'h6f;
            4'ha:    lit = 7'h77;
            4'hb:    lit = 7'h7c;
            4'hc:    lit = 7'h39;
            4'hd:    lit = 7'h5e;
            4'he:    lit = 7'h79;
            default: lit = 7'h71;
        endcase
    end
endmodule
