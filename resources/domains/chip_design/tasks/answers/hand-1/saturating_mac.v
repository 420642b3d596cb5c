// Two-stage multiply-accumulate unit that saturates at each step.
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

    // Stage 1: product and flags
    reg               stage_valid;
    reg               stage_first;
    reg               stage_last;
    reg               stage_subtract;
    reg signed [15:0] stage_product;

    always @(posedge clk) begin
        if (rst) begin
            stage_valid    <= 1'b0;
            stage_first    <= 1'b0;
            stage_last     <= 1'b0;
            stage_subtract <= 1'b0;
            stage_product  <= 16'sd0;
        end else begin
            stage_valid <= in_valid;
            if (in_valid) begin
                stage_first    <= first;
                stage_last     <= last;
                stage_subtract <= subtract;
                stage_product  <= a * b;
            end
        end
    end

    // Stage 2: accumulator. 20 bits hold every unsaturated step.
    reg signed [17:0] accumulator;
    reg               saturated_register;
    reg               out_valid_register;

    wire signed [19:0] base       = stage_first ? 20'sd0 : {{2{accumulator[17]}}, accumulator};
    wire signed [19:0] product_20 = {{4{stage_product[15]}}, stage_product};
    wire signed [19:0] exact      = stage_subtract ? (base - product_20) : (base + product_20);

    wire too_high = (exact > 20'sd131071);
    wire too_low  = (exact < -20'sd131072);
    wire clipped  = too_high || too_low;

    always @(posedge clk) begin
        if (rst) begin
            accumulator        <= 18'sd0;
            saturated_register <= 1'b0;
            out_valid_register <= 1'b0;
        end else begin
            out_valid_register <= stage_valid && stage_last;
            if (stage_valid) begin
                if (too_high)
                    accumulator <= 18'h1FFFF;
                else if (too_low)
                    accumulator <= 18'h20000;
                else
                    accumulator <= exact[17:0];
                saturated_register <= clipped || (saturated_register && !stage_first);
            end
        end
    end

    assign out_valid = out_valid_register;
    assign result    = accumulator;
    assign saturated = saturated_register;

endmodule
