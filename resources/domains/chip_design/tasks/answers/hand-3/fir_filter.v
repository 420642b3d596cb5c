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
    reg signed [11:0] x [0:7];
    reg signed [7:0]  c [0:7];
    reg signed [22:0] acc;
    reg v1, v2, v3;
    reg signed [11:0] y;
    integer i;

    wire signed [22:0] p0 = c[0] * x[0];
    wire signed [22:0] p1 = c[1] * x[1];
    wire signed [22:0] p2 = c[2] * x[2];
    wire signed [22:0] p3 = c[3] * x[3];
    wire signed [22:0] p4 = c[4] * x[4];
    wire signed [22:0] p5 = c[5] * x[5];
    wire signed [22:0] p6 = c[6] * x[6];
    wire signed [22:0] p7 = c[7] * x[7];
    wire signed [22:0] total = ((p0 + p1) + (p2 + p3)) + ((p4 + p5) + (p6 + p7));

    wire signed [23:0] rounded = acc + 24'sd32;
    wire signed [17:0] scaled = rounded >>> 6;

    always @(posedge clk) begin
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) begin
                x[i] <= 12'sd0;
                c[i] <= 8'sd0;
            end
            acc <= 23'sd0;
            v1 <= 1'b0;
            v2 <= 1'b0;
            v3 <= 1'b0;
            y <= 12'sd0;
        end else begin
            if (coefficient_write)
                c[coefficient_index] <= coefficient;
            if (in_valid) begin
                x[0] <= sample;
                for (i = 1; i < 8; i = i + 1)
                    x[i] <= x[i-1];
            end
            v1 <= in_valid;
            v2 <= v1;
            if (v1)
                acc <= total;
            v3 <= v2;
            if (v2) begin
                if (scaled > 18'sd2047)
                    y <= 12'sd2047;
                else if (scaled < -18'sd2048)
                    y <= 12'h800;
                else
                    y <= scaled[11:0];
            end
        end
    end

    assign out_valid = v3;
    assign filtered = y;
endmodule
