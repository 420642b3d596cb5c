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
    // unsigned product, minus the sign weights in the upper half
    reg [2:0]  v;
    reg [15:0] ar, br;
    reg        sg;
    reg [15:0] ll, lh, hl, hh, fx;
    reg [31:0] pr;

    wire [15:0] fa  = {16{sg & ar[15]}} & br;
    wire [15:0] fb  = {16{sg & br[15]}} & ar;
    wire [16:0] mid = {1'b0, lh} + {1'b0, hl};
    wire [15:0] top = hh - fx;

    always @(posedge clk)
        if (rst)         v <= 3'b000;
        else if (enable) v <= {v[1:0], in_valid};

    always @(posedge clk)
        if (enable) begin
            ar <= a;
            br <= b;
            sg <= is_signed;
            ll <= {8'd0, ar[7:0]}  * {8'd0, br[7:0]};
            lh <= {8'd0, ar[7:0]}  * {8'd0, br[15:8]};
            hl <= {8'd0, ar[15:8]} * {8'd0, br[7:0]};
            hh <= {8'd0, ar[15:8]} * {8'd0, br[15:8]};
            fx <= fa + fb;
            pr <= {top, ll} + {7'd0, mid, 8'd0};
        end

    assign out_valid = v[2];
    assign product   = pr;
endmodule
