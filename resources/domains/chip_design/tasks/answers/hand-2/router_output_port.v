module rop_rr(
    input  wire [3:0] req,
    input  wire [1:0] p,
    output wire [3:0] gnt
);
    wire [3:0] hi = req & (4'b1111 << p);
    wire [3:0] s  = (|hi) ? hi : req;
    assign gnt = s & (~s + 4'd1);
endmodule

module router_output_port(
    input  wire        clk,
    input  wire        rst,
    input  wire [3:0]  in_valid,
    input  wire [3:0]  in_last,
    input  wire [63:0] in_data,
    output wire [3:0]  in_ready,
    output wire        out_valid,
    output wire        out_last,
    output wire [1:0]  out_source,
    output wire [15:0] out_data,
    input  wire        credit_return,
    output wire [2:0]  credits
);
    reg [3:0]  lock;
    reg [1:0]  ptr;
    reg [2:0]  cr;
    reg        ov, ol;
    reg [1:0]  os;
    reg [15:0] od;

    wire       open = ~|lock;
    wire [3:0] cand = in_valid & (lock | {4{open}});
    wire [3:0] pick;
    rop_rr u_rr(.req(cand), .p(ptr), .gnt(pick));

    wire [3:0]  g    = pick & {4{|cr}};
    wire        take = |g;
    wire        last = |(g & in_last);
    wire [1:0]  gi   = {g[3] | g[2], g[3] | g[1]};
    wire [15:0] flit = ({16{g[0]}} & in_data[15:0])  | ({16{g[1]}} & in_data[31:16])
                     | ({16{g[2]}} & in_data[47:32]) | ({16{g[3]}} & in_data[63:48]);

    always @(posedge clk)
        if (rst) begin
            lock <= 4'd0;
            ptr  <= 2'd0;
            cr   <= 3'd4;
            ov   <= 1'b0;
            ol   <= 1'b0;
            os   <= 2'd0;
            od   <= 16'd0;
        end else begin
            ov <= take;
            if (take) begin
                ol   <= last;
                os   <= gi;
                od   <= flit;
                lock <= last ? 4'd0 : g;
                if (last) ptr <= gi + 2'd1;
            end
            if (take & ~credit_return)
                cr <= cr - 3'd1;
            else if (~take & credit_return & ~cr[2])
                cr <= cr + 3'd1;
        end

    assign in_ready   = g;
    assign out_valid  = ov;
    assign out_last   = ol;
    assign out_source = os;
    assign out_data   = od;
    assign credits    = cr;
endmodule
