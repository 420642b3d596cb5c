module smac_step(
    input  wire signed [17:0] base,
    input  wire signed [15:0] prod,
    input  wire               neg,
    output wire        [17:0] y,
    output wire               clip
);
    wire [18:0] t = {base[17], base}
                  + ({{3{prod[15]}}, prod} ^ {19{neg}})
                  + {18'd0, neg};
    assign clip = t[18] ^ t[17];
    assign y    = clip ? {t[18], {17{~t[18]}}} : t[17:0];
endmodule

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
    reg               v, f, l, n, ov, sat;
    reg signed [15:0] p;
    reg        [17:0] acc;
    wire       [17:0] y;
    wire              clip;

    smac_step u_s(.base(acc & {18{~f}}), .prod(p), .neg(n), .y(y), .clip(clip));

    always @(posedge clk)
        if (in_valid) begin
            p <= a * b;
            f <= first;
            l <= last;
            n <= subtract;
        end

    always @(posedge clk)
        if (rst) begin
            v   <= 1'b0;
            ov  <= 1'b0;
            acc <= 18'd0;
            sat <= 1'b0;
        end else begin
            v  <= in_valid;
            ov <= v & l;
            if (v) begin
                acc <= y;
                sat <= clip | (sat & ~f);
            end
        end

    assign out_valid = ov;
    assign result    = acc;
    assign saturated = sat;
endmodule
