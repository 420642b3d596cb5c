module mux_8to1(
    input  wire [31:0] data,
    input  wire [2:0]  select,
    input  wire        enable,
    output reg  [3:0]  y,
    output wire        any_bit
);
    always @* begin
        y = 4'd0;
        if (enable) begin
            case (select)
                3'd0: y = data[3:0];
                3'd1: y = data[7:4];
                3'd2: y = data[11:8];
                3'd3: y = data[15:12];
                3'd4: y = data[19:16];
                3'd5: y = data[23:20];
                3'd6: y = data[27:24];
                default: y = data[31:28];
            endcase
        end
    end
    assign any_bit = |y;
endmodule
