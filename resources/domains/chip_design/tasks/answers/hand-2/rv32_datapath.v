module rvdp_decode(
    input  wire [31:0] ir,
    output wire        ok,
    output wire        use_rs1,
    output wire        use_rs2,
    output wire [31:0] imm,
    output wire [2:0]  fn,
    output wire        alt
);
    wire       is_r = ir[6:0] == 7'b0110011;
    wire       is_i = ir[6:0] == 7'b0010011;
    wire       is_u = ir[6:0] == 7'b0110111;
    wire [2:0] f3   = ir[14:12];
    wire       z7   = ir[31:25] == 7'b0000000;
    wire       s7   = ir[31:25] == 7'b0100000;
    wire       f3_1 = f3 == 3'd1;
    wire       f3_5 = f3 == 3'd5;
    wire       r_ok = z7 | (s7 & (f3_5 | (f3 == 3'd0)));
    wire       i_ok = f3_1 ? z7 : f3_5 ? (z7 | s7) : 1'b1;

    assign ok      = is_u | (is_r & r_ok) | (is_i & i_ok);
    assign use_rs1 = ~is_u;
    assign use_rs2 = is_r;
    assign imm     = is_u ? {ir[31:12], 12'd0} : {{20{ir[31]}}, ir[31:20]};
    assign fn      = is_u ? 3'd0 : f3;
    assign alt     = ir[30] & (is_r | (is_i & f3_5));
endmodule

module rvdp_shift(
    input  wire [31:0] d,
    input  wire [4:0]  n,
    input  wire        left,
    input  wire        arith,
    output wire [31:0] y
);
    function [31:0] flip(input [31:0] v);
        integer i;
        for (i = 0; i < 32; i = i + 1) flip[i] = v[31 - i];
    endfunction
    wire        f  = arith & d[31] & ~left;
    wire [31:0] s  = left ? flip(d) : d;
    wire [31:0] s0 = n[0] ? {f, s[31:1]} : s;
    wire [31:0] s1 = n[1] ? {{2{f}}, s0[31:2]} : s0;
    wire [31:0] s2 = n[2] ? {{4{f}}, s1[31:4]} : s1;
    wire [31:0] s3 = n[3] ? {{8{f}}, s2[31:8]} : s2;
    wire [31:0] s4 = n[4] ? {{16{f}}, s3[31:16]} : s3;
    assign y = left ? flip(s4) : s4;
endmodule

module rvdp_alu(
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [2:0]  fn,
    input  wire        alt,
    output reg  [31:0] y
);
    wire        cmp = (fn == 3'd2) | (fn == 3'd3);
    wire        sub = cmp | alt;
    wire [32:0] s   = {1'b0, a} + {1'b0, b ^ {32{sub}}} + {32'd0, sub};
    wire        ltu = ~s[32];
    wire        lt  = (a[31] ^ b[31]) ? a[31] : ltu;
    wire [31:0] sh;
    rvdp_shift u_sh(.d(a), .n(b[4:0]), .left(fn == 3'd1), .arith(alt), .y(sh));
    always @*
        case (fn)
            3'd0:    y = s[31:0];
            3'd1:    y = sh;
            3'd2:    y = {31'd0, lt};
            3'd3:    y = {31'd0, ltu};
            3'd4:    y = a ^ b;
            3'd5:    y = sh;
            3'd6:    y = a | b;
            default: y = a & b;
        endcase
endmodule

module rv32_datapath(
    input  wire        clk,
    input  wire        rst,
    input  wire        stall,
    input  wire        in_valid,
    input  wire [31:0] instruction,
    output wire        result_valid,
    output wire        illegal,
    output wire [4:0]  result_register,
    output wire [31:0] result
);
    // reset clears only the "written" flags, never the array
    reg [31:0] rf [0:31];
    reg [31:0] live;

    reg        xv, xok, xalt;
    reg [2:0]  xfn;
    reg [4:0]  xrd;
    reg [31:0] xa, xb;
    reg        rv, il;
    reg [4:0]  rr;
    reg [31:0] res;

    wire        ok, u1, u2, alt;
    wire [31:0] imm, alu;
    wire [2:0]  fn;
    wire [4:0]  s1 = instruction[19:15];
    wire [4:0]  s2 = instruction[24:20];

    rvdp_decode u_dec(.ir(instruction), .ok(ok), .use_rs1(u1), .use_rs2(u2), .imm(imm), .fn(fn), .alt(alt));
    rvdp_alu    u_alu(.a(xa), .b(xb), .fn(xfn), .alt(xalt), .y(alu));

    wire        done = xv & xok;
    wire        wr   = done & (|xrd);
    wire        fw1  = wr & (xrd == s1);
    wire        fw2  = wr & (xrd == s2);
    wire [31:0] q1   = live[s1] ? rf[s1] : 32'd0;
    wire [31:0] q2   = live[s2] ? rf[s2] : 32'd0;

    always @(posedge clk)
        if (~rst & ~stall & wr) rf[xrd] <= alu;

    always @(posedge clk)
        if (rst)
            live <= 32'd0;
        else if (~stall & wr)
            live <= live | (32'd1 << xrd);

    always @(posedge clk)
        if (rst) begin
            xv  <= 1'b0;
            xok <= 1'b0;
            rv  <= 1'b0;
            il  <= 1'b0;
        end else if (!stall) begin
            xv  <= in_valid;
            xok <= ok;
            rv  <= done;
            il  <= xv & ~xok;
        end

    always @(posedge clk)
        if (!stall) begin
            xfn  <= fn;
            xalt <= alt;
            xrd  <= instruction[11:7];
            xa   <= ~u1 ? 32'd0 : fw1 ? alu : q1;
            xb   <= ~u2 ? imm : fw2 ? alu : q2;
            rr   <= xrd;
            res  <= alu;
        end

    assign result_valid    = rv;
    assign illegal         = il;
    assign result_register = rr;
    assign result          = res;
endmodule
