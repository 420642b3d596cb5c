module acpu_ram(
    input  wire       clk,
    input  wire       rst,
    input  wire       we,
    input  wire [3:0] addr,
    input  wire [7:0] din,
    output wire [7:0] dout
);
    reg  [127:0] bank;
    wire [15:0]  sel = 16'd1 << addr;
    integer i;
    always @(posedge clk)
        for (i = 0; i < 16; i = i + 1)
            if (rst)
                bank[8*i +: 8] <= 8'd0;
            else if (we & sel[i])
                bank[8*i +: 8] <= din;
    assign dout = bank[{addr, 3'b000} +: 8];
endmodule

module acpu_alu(
    input  wire [15:0] op,
    input  wire [7:0]  a,
    input  wire        c,
    input  wire [7:0]  m,
    input  wire [3:0]  n,
    input  wire [7:0]  io,
    output wire [7:0]  a_next,
    output wire        c_next
);
    wire       sub = op[5];
    wire [7:0] rhs = op[8] ? {4'd0, n} : m;
    wire [8:0] sum = {1'b0, a} + {sub, rhs ^ {8{sub}}} + {8'd0, sub};
    wire       add = op[4] | op[5] | op[8];
    wire       upd = op[1] | op[2] | add | op[6] | op[7] | op[9] | op[13];

    assign a_next = ({8{op[1]}}  & {4'd0, n})
                  | ({8{op[2]}}  & m)
                  | ({8{add}}    & sum[7:0])
                  | ({8{op[6]}}  & (a & m))
                  | ({8{op[7]}}  & (a ^ m))
                  | ({8{op[9]}}  & {a[6:0], 1'b0})
                  | ({8{op[13]}} & io)
                  | ({8{~upd}}   & a);
    assign c_next = add ? sum[8] : op[9] ? a[7] : c;
endmodule

module accumulator_cpu(
    input  wire       clk,
    input  wire       rst,
    input  wire       load_enable,
    input  wire [3:0] load_address,
    input  wire [7:0] load_data,
    input  wire       run,
    input  wire [7:0] in_port,
    output wire [7:0] out_port,
    output wire       out_strobe,
    output wire       halted,
    output wire [3:0] pc,
    output wire [7:0] accumulator
);
    reg [7:0] rom [0:15];
    reg [7:0] acc, outp;
    reg [3:0] ip;
    reg       cy, stb, hlt;

    wire [7:0]  ir  = rom[ip];
    wire [3:0]  n   = ir[3:0];
    wire [15:0] op  = 16'd1 << ir[7:4];
    wire        go  = run & ~hlt & ~load_enable & ~rst;
    wire [7:0]  m, acc_n;
    wire        cy_n;

    acpu_ram u_ram(.clk(clk), .rst(rst), .we(go & op[3]), .addr(n), .din(acc), .dout(m));
    acpu_alu u_alu(.op(op), .a(acc), .c(cy), .m(m), .n(n), .io(in_port),
                   .a_next(acc_n), .c_next(cy_n));

    wire take = op[10] | (op[11] & (acc == 8'd0)) | (op[12] & cy);

    always @(posedge clk)
        if (load_enable & ~rst)
            rom[load_address] <= load_data;

    always @(posedge clk)
        if (rst) begin
            ip   <= 4'd0;
            acc  <= 8'd0;
            cy   <= 1'b0;
            outp <= 8'd0;
            stb  <= 1'b0;
            hlt  <= 1'b0;
        end else begin
            stb <= 1'b0;
            if (go) begin
                stb <= op[14];
                acc <= acc_n;
                cy  <= cy_n;
                if (op[14]) outp <= acc;
                if (op[15]) hlt <= 1'b1;
                ip <= op[15] ? ip : take ? n : ip + 4'd1;
            end
        end

    assign out_port    = outp;
    assign out_strobe  = stb;
    assign halted      = hlt;
    assign pc          = ip;
    assign accumulator = acc;
endmodule
