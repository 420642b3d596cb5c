// Address and data of a write are taken together, so one response register suffices.
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
    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;

    reg [31:0] control [0:2];
    reg [31:0] writes;
    integer    lane;

    wire       do_write   = awvalid && wvalid && !bvalid;
    wire       do_read    = arvalid && !rvalid;
    wire       writable   = awaddr[7:4] == 4'd0 && awaddr[3:2] != 2'd3;
    wire       readable   = araddr[7:4] == 4'd0;

    assign awready = do_write;
    assign wready  = do_write;
    assign arready = do_read;

    always @(posedge aclk) begin
        if (!aresetn) begin
            control[0] <= 32'd0;
            control[1] <= 32'd0;
            control[2] <= 32'd0;
            writes     <= 32'd0;
            bvalid     <= 1'b0;
            bresp      <= OKAY;
        end else if (do_write) begin
            bvalid <= 1'b1;
            bresp  <= writable ? OKAY : SLVERR;
            if (writable) begin
                writes <= writes + 32'd1;
                for (lane = 0; lane < 4; lane = lane + 1)
                    if (wstrb[lane])
                        control[awaddr[3:2]][8 * lane +: 8] <= wdata[8 * lane +: 8];
            end
        end else if (bready) begin
            bvalid <= 1'b0;
        end
    end

    always @(posedge aclk) begin
        if (!aresetn) begin
            rvalid <= 1'b0;
            rdata  <= 32'd0;
            rresp  <= OKAY;
        end else if (do_read) begin
            rvalid <= 1'b1;
            rresp  <= readable ? OKAY : SLVERR;
            if (!readable)
                rdata <= 32'd0;
            else if (araddr[3:2] == 2'd3)
                rdata <= writes;
            else
                rdata <= control[araddr[3:2]];
        end else if (rready) begin
            rvalid <= 1'b0;
        end
    end
endmodule
