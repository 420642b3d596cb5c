module axil_lane(
    input  wire       clk,
    input  wire       rst_n,
    input  wire       en,
    input  wire [3:0] strb,
    input  wire [31:0] d,
    output reg  [31:0] q
);
    wire [31:0] m = {{8{strb[3]}}, {8{strb[2]}}, {8{strb[1]}}, {8{strb[0]}}};
    always @(posedge clk)
        if (!rst_n)  q <= 32'd0;
        else if (en) q <= (d & m) | (q & ~m);
endmodule

module axi_lite_registers(
    input  wire        aclk,
    input  wire        aresetn,
    input  wire [7:0]  awaddr,
    input  wire        awvalid,
    output wire        awready,
    input  wire [31:0] wdata,
    input  wire [3:0]  wstrb,
    input  wire        wvalid,
    output wire        wready,
    output reg  [1:0]  bresp,
    output reg         bvalid,
    input  wire        bready,
    input  wire [7:0]  araddr,
    input  wire        arvalid,
    output wire        arready,
    output reg  [31:0] rdata,
    output reg  [1:0]  rresp,
    output reg         rvalid,
    input  wire        rready
);
    wire [31:0] r0, r1, r2;
    reg  [31:0] hits;

    wire       wgo   = awvalid & wvalid & ~bvalid;
    wire       rgo   = arvalid & ~rvalid;
    wire       win   = awaddr[7:4] == 4'd0;
    wire [3:0] wsel  = {4{win}} & (4'd1 << awaddr[3:2]);
    wire       wok   = |wsel[2:0];
    wire       rin   = araddr[7:4] == 4'd0;

    assign awready = wgo;
    assign wready  = wgo;
    assign arready = rgo;

    axil_lane u0(.clk(aclk), .rst_n(aresetn), .en(wgo & wsel[0]), .strb(wstrb), .d(wdata), .q(r0));
    axil_lane u1(.clk(aclk), .rst_n(aresetn), .en(wgo & wsel[1]), .strb(wstrb), .d(wdata), .q(r1));
    axil_lane u2(.clk(aclk), .rst_n(aresetn), .en(wgo & wsel[2]), .strb(wstrb), .d(wdata), .q(r2));

    wire [31:0] lo = araddr[2] ? r1 : r0;
    wire [31:0] hi = araddr[2] ? hits : r2;

    always @(posedge aclk)
        if (!aresetn) begin
            hits   <= 32'd0;
            bvalid <= 1'b0;
            bresp  <= 2'b00;
        end else if (wgo) begin
            hits   <= hits + {31'd0, wok};
            bvalid <= 1'b1;
            bresp  <= {~wok, 1'b0};
        end else if (bready)
            bvalid <= 1'b0;

    always @(posedge aclk)
        if (!aresetn) begin
            rvalid <= 1'b0;
            rresp  <= 2'b00;
            rdata  <= 32'd0;
        end else if (rgo) begin
            rvalid <= 1'b1;
            rresp  <= {~rin, 1'b0};
            rdata  <= {32{rin}} & (araddr[3] ? hi : lo);
        end else if (rready)
            rvalid <= 1'b0;
endmodule
