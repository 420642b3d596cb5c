// Direct form: delay line, registered sum of eight products, then rounding and saturation.
module fir_filter(
    input  wire               clk,
    input  wire               rst,
    input  wire               coefficient_write,
    input  wire [2:0]         coefficient_index,
    input  wire signed [7:0]  coefficient,
    input  wire               in_valid,
    input  wire signed [11:0] sample,
    output reg                out_valid,
    output reg  signed [11:0] filtered
);
    localparam signed [22:0] MAXIMUM = 23'sd2047;
    localparam signed [22:0] MINIMUM = -23'sd2048;

    reg signed [7:0]  taps [0:7];
    reg signed [11:0] delay [0:7];
    reg               line_new, sum_new;
    reg signed [22:0] sum;
    reg signed [22:0] products;
    integer           k, n;

    wire signed [22:0] rounded = (sum + 23'sd32) >>> 6;

    always @* begin
        products = 23'sd0;
        for (k = 0; k < 8; k = k + 1)
            products = products + taps[k] * delay[k];
    end

    always @(posedge clk) begin
        if (rst) begin
            line_new  <= 1'b0;
            sum_new   <= 1'b0;
            out_valid <= 1'b0;
            filtered  <= 12'sd0;
            for (n = 0; n < 8; n = n + 1) begin
                taps[n]  <= 8'sd0;
                delay[n] <= 12'sd0;
            end
        end else begin
            line_new  <= in_valid;
            sum_new   <= line_new;
            out_valid <= sum_new;
            if (coefficient_write)
                taps[coefficient_index] <= coefficient;
            if (in_valid) begin
                delay[0] <= sample;
                for (n = 1; n < 8; n = n + 1)
                    delay[n] <= delay[n-1];
            end
            if (line_new)
                sum <= products;
            if (sum_new)
                filtered <= (rounded > MAXIMUM) ? 12'sd2047 : (rounded < MINIMUM) ? -12'sd2048 : rounded[11:0];
        end
    end
endmodule
