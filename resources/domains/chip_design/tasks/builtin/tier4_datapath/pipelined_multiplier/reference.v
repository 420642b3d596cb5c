// Stage 1: magnitudes and sign. Stage 2: four 8 x 8 partial products. Stage 3: their weighted sum, with the sign put back.
module pipelined_multiplier(
    input  wire        clk,
    input  wire        rst,
    input  wire        enable,
    input  wire        in_valid,
    input  wire        is_signed,
    input  wire [15:0] a,
    input  wire [15:0] b,
    output wire        out_valid,
    output wire [31:0] product
);
    wire a_negative = is_signed && a[15];
    wire b_negative = is_signed && b[15];

    reg        valid_1, valid_2, valid_3;
    reg        negative_1, negative_2;
    reg [15:0] a_magnitude, b_magnitude;
    reg [15:0] low_low, low_high, high_low, high_high;
    reg [31:0] result;

    wire [31:0] sum = {high_high, low_low} + ({16'd0, low_high} << 8) + ({16'd0, high_low} << 8);

    assign out_valid = valid_3;
    assign product   = result;

    always @(posedge clk) begin
        if (rst) begin
            valid_1 <= 1'b0;
            valid_2 <= 1'b0;
            valid_3 <= 1'b0;
        end else if (enable) begin
            valid_1 <= in_valid;
            valid_2 <= valid_1;
            valid_3 <= valid_2;
        end
    end

    always @(posedge clk) begin
        if (enable) begin
            a_magnitude <= a_negative ? -a : a;
            b_magnitude <= b_negative ? -b : b;
            negative_1  <= a_negative ^ b_negative;

            low_low    <= a_magnitude[7:0] * b_magnitude[7:0];
            low_high   <= a_magnitude[7:0] * b_magnitude[15:8];
            high_low   <= a_magnitude[15:8] * b_magnitude[7:0];
            high_high  <= a_magnitude[15:8] * b_magnitude[15:8];
            negative_2 <= negative_1;

            result <= negative_2 ? -sum : sum;
        end
    end
endmodule
