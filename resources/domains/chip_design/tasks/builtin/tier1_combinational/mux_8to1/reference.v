module mux_8to1(
    input  wire [31:0] data,
    input  wire [2:0]  select,
    input  wire        enable,
    output reg  [3:0]  y,
    output wire        any_bit
);
    reg [3:0] word;

    assign any_bit = |y;

    always @* begin
        case (select)
            3'd0:    word = data[3:0];
            3'd1:    word = data[7:4];
            3'd2:    word = data[11:8];
            3'd3:    word = data[15:12];
            3'd4:    word = data[19:16];
            3'd5:    word = data[23:20];
            3'd6:    word = data[27:24];
            default: word = data[31:28];
        endcase
        y = enable ? word : 4'd0;
    end
endmodule
