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
    reg valid1, first1, last1, subtract1;
    reg signed [15:0] product;
    reg signed [17:0] acc;
    reg sat, ov;

    wire signed [19:0] base = first1 ? 20'sd0 : acc;
    wire signed [19:0] total = subtract1 ? base - product : base + product;
    wire over = total > 20'sd131071;
    wire under = total < -20'sd131072;

    always @(posedge clk) begin
        if (rst) begin
            valid1 <= 1'b0;
            ov <= 1'b0;
            acc <= 18'sd0;
            sat <= 1'b0;
        end else begin
            valid1 <= in_valid;
            if (in_valid) begin
                product <= a * b;
                first1 <= first;
                last1 <= last;
                subtract1 <= subtract;
            end
            ov <= valid1 && last1;
            if (valid1) begin
                if (over)
                    acc <= 18'h1FFFF;
                else if (under)
                    acc <= 18'h20000;
                else
                    acc <= total[17:0];
                sat <= over || under || (sat && !first1);
            end
        end
    end

    assign out_valid = ov;
    assign result = acc;
    assign saturated = sat;
endmodule
