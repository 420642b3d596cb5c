// Three-stage 16 x 16 multiplier, signed or unsigned for each operand pair.
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

    // Valid bits of the three stages
    reg valid_1, valid_2, valid_3;

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

    // Stage 1: operands
    reg [15:0] a_1, b_1;
    reg        signed_1;

    always @(posedge clk) begin
        if (enable) begin
            a_1      <= a;
            b_1      <= b;
            signed_1 <= is_signed;
        end
    end

    // Halves as signed 9-bit numbers: the lower half never is negative,
    // the upper half only is when the pair is signed.
    wire signed [8:0] a_low  = {1'b0, a_1[7:0]};
    wire signed [8:0] b_low  = {1'b0, b_1[7:0]};
    wire signed [8:0] a_high = {signed_1 & a_1[15], a_1[15:8]};
    wire signed [8:0] b_high = {signed_1 & b_1[15], b_1[15:8]};

    // Stage 2: partial products
    reg signed [17:0] low_low;
    reg signed [17:0] low_high;
    reg signed [17:0] high_low;
    reg signed [17:0] high_high;

    always @(posedge clk) begin
        if (enable) begin
            low_low   <= a_low * b_low;
            low_high  <= a_low * b_high;
            high_low  <= a_high * b_low;
            high_high <= a_high * b_high;
        end
    end

    // Stage 3: sum of the partial products at their places
    wire [31:0] term_low   = {14'd0, low_low};
    wire [31:0] term_mid_1 = {{6{low_high[17]}}, low_high, 8'd0};
    wire [31:0] term_mid_2 = {{6{high_low[17]}}, high_low, 8'd0};
    wire [31:0] term_high  = {high_high[15:0], 16'd0};

    reg [31:0] product_3;

    always @(posedge clk) begin
        if (enable)
            product_3 <= (term_low + term_high) + (term_mid_1 + term_mid_2);
    end

    assign out_valid = valid_3;
    assign product   = product_3;

endmodule
