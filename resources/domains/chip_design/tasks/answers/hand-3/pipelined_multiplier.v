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
    reg v1, v2, v3;
    reg [15:0] a1, b1;
    reg s1;
    reg [15:0] ll, lh, hl, hh;
    reg [15:0] correction;
    reg [31:0] p;

    wire [15:0] corr_a = (s1 && a1[15]) ? b1 : 16'd0;
    wire [15:0] corr_b = (s1 && b1[15]) ? a1 : 16'd0;

    always @(posedge clk) begin
        if (enable) begin
            a1 <= a;
            b1 <= b;
            s1 <= is_signed;
            ll <= a1[7:0] * b1[7:0];
            lh <= a1[7:0] * b1[15:8];
            hl <= a1[15:8] * b1[7:0];
            hh <= a1[15:8] * b1[15:8];
            correction <= corr_a + corr_b;
            p <= {hh, ll} + {8'd0, lh, 8'd0} + {8'd0, hl, 8'd0} - {correction, 16'd0};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
            v3 <= 1'b0;
        end else if (enable) begin
            v1 <= in_valid;
            v2 <= v1;
            v3 <= v2;
        end
    end

    assign out_valid = v3;
    assign product = p;
endmodule
