// Eight-tap FIR filter, 12-bit samples, Q1.6 coefficients.
module fir_filter(
    input  wire               clk,
    input  wire               rst,
    input  wire               coefficient_write,
    input  wire [2:0]         coefficient_index,
    input  wire signed [7:0]  coefficient,
    input  wire               in_valid,
    input  wire signed [11:0] sample,
    output wire               out_valid,
    output wire signed [11:0] filtered
);

    // Coefficients, tap 0 first
    reg signed [7:0] c0, c1, c2, c3, c4, c5, c6, c7;

    always @(posedge clk) begin
        if (rst) begin
            c0 <= 8'sd0;
            c1 <= 8'sd0;
            c2 <= 8'sd0;
            c3 <= 8'sd0;
            c4 <= 8'sd0;
            c5 <= 8'sd0;
            c6 <= 8'sd0;
            c7 <= 8'sd0;
        end else if (coefficient_write) begin
            case (coefficient_index)
                3'd0:    c0 <= coefficient;
                3'd1:    c1 <= coefficient;
                3'd2:    c2 <= coefficient;
                3'd3:    c3 <= coefficient;
                3'd4:    c4 <= coefficient;
                3'd5:    c5 <= coefficient;
                3'd6:    c6 <= coefficient;
                default: c7 <= coefficient;
            endcase
        end
    end

    // Edge 1: delay line
    reg signed [11:0] x0, x1, x2, x3, x4, x5, x6, x7;
    reg               line_valid;

    always @(posedge clk) begin
        if (rst) begin
            x0 <= 12'sd0;
            x1 <= 12'sd0;
            x2 <= 12'sd0;
            x3 <= 12'sd0;
            x4 <= 12'sd0;
            x5 <= 12'sd0;
            x6 <= 12'sd0;
            x7 <= 12'sd0;
            line_valid <= 1'b0;
        end else begin
            line_valid <= in_valid;
            if (in_valid) begin
                x0 <= sample;
                x1 <= x0;
                x2 <= x1;
                x3 <= x2;
                x4 <= x3;
                x5 <= x4;
                x6 <= x5;
                x7 <= x6;
            end
        end
    end

    // Edge 2: sum of products (24 bits hold any sum of eight products)
    wire signed [23:0] p0 = c0 * x0;
    wire signed [23:0] p1 = c1 * x1;
    wire signed [23:0] p2 = c2 * x2;
    wire signed [23:0] p3 = c3 * x3;
    wire signed [23:0] p4 = c4 * x4;
    wire signed [23:0] p5 = c5 * x5;
    wire signed [23:0] p6 = c6 * x6;
    wire signed [23:0] p7 = c7 * x7;

    reg signed [23:0] sum;
    reg               sum_valid;

    always @(posedge clk) begin
        if (rst) begin
            sum       <= 24'sd0;
            sum_valid <= 1'b0;
        end else begin
            sum_valid <= line_valid;
            if (line_valid)
                sum <= ((p0 + p1) + (p2 + p3)) + ((p4 + p5) + (p6 + p7));
        end
    end

    // Edge 3: round, shift, saturate
    wire signed [23:0] rounded = sum + 24'sd32;
    wire signed [23:0] scaled  = rounded >>> 6;

    reg signed [11:0] filtered_register;
    reg               out_valid_register;

    always @(posedge clk) begin
        if (rst) begin
            filtered_register  <= 12'sd0;
            out_valid_register <= 1'b0;
        end else begin
            out_valid_register <= sum_valid;
            if (sum_valid) begin
                if (scaled > 24'sd2047)
                    filtered_register <= 12'h7FF;
                else if (scaled < -24'sd2048)
                    filtered_register <= 12'h800;
                else
                    filtered_register <= scaled[11:0];
            end
        end
    end

    assign filtered  = filtered_register;
    assign out_valid = out_valid_register;

endmodule
