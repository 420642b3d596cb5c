// Stage 1 multiplies, stage 2 adds with one guard bit and clamps to the 18-bit range.
module saturating_mac(
    input  wire               clk,
    input  wire               rst,
    input  wire               in_valid,
    input  wire               first,
    input  wire               last,
    input  wire               subtract,
    input  wire signed [7:0]  a,
    input  wire signed [7:0]  b,
    output wire               out_valid,
    output wire signed [17:0] result,
    output wire               saturated
);
    localparam signed [17:0] MAXIMUM = 18'sh1ffff;
    localparam signed [17:0] MINIMUM = 18'sh20000;

    reg               valid_1, first_1, last_1, subtract_1;
    reg signed [15:0] product;
    reg               valid_2, overflow_seen;
    reg signed [17:0] accumulator;

    wire signed [18:0] base     = first_1 ? 19'sd0 : {accumulator[17], accumulator};
    wire signed [18:0] extended = {{3{product[15]}}, product};
    wire signed [18:0] sum      = subtract_1 ? base - extended : base + extended;
    // The guard bit differs from the sign bit exactly when the sum leaves the 18-bit range.
    wire               overflow = sum[18] != sum[17];

    assign out_valid = valid_2;
    assign result    = accumulator;
    assign saturated = overflow_seen;

    always @(posedge clk) begin
        if (rst) begin
            valid_1       <= 1'b0;
            valid_2       <= 1'b0;
            overflow_seen <= 1'b0;
            accumulator   <= 18'sd0;
        end else begin
            valid_1 <= in_valid;
            valid_2 <= valid_1 && last_1;
            if (in_valid) begin
                first_1    <= first;
                last_1     <= last;
                subtract_1 <= subtract;
                product    <= a * b;
            end
            if (valid_1) begin
                overflow_seen <= overflow || (overflow_seen && !first_1);
                accumulator   <= !overflow ? sum[17:0] : sum[18] ? MINIMUM : MAXIMUM;
            end
        end
    end
endmodule
