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
    reg [31:0] reg0, reg1, reg2, reg3;

    wire do_write = awvalid && wvalid && !bvalid;
    wire do_read  = arvalid && !rvalid;
    assign awready = do_write;
    assign wready  = do_write;
    assign arready = do_read;

    wire write_ok = (awaddr[7:4] == 4'd0) && (awaddr[3:2] != 2'd3);
    wire [31:0] mask = {{8{wstrb[3]}}, {8{wstrb[2]}}, {8{wstrb[1]}}, {8{wstrb[0]}}};

    always @(posedge aclk) begin
        if (!aresetn) begin
            reg0 <= 32'd0;
            reg1 <= 32'd0;
            reg2 <= 32'd0;
            reg3 <= 32'd0;
            bvalid <= 1'b0;
            bresp <= 2'b00;
        end else if (do_write) begin
            bvalid <= 1'b1;
            if (write_ok) begin
                bresp <= 2'b00;
                reg3 <= reg3 + 32'd1;
                case (awaddr[3:2])
                    2'd0: reg0 <= (reg0 & ~mask) | (wdata & mask);
                    2'd1: reg1 <= (reg1 & ~mask) | (wdata & mask);
                    default: reg2 <= (reg2 & ~mask) | (wdata & mask);
                endcase
            end else begin
                bresp <= 2'b10;
            end
        end else if (bvalid && bready) begin
            bvalid <= 1'b0;
        end
    end

    always @(posedge aclk) begin
        if (!aresetn) begin
            rvalid <= 1'b0;
            rdata <= 32'd0;
            rresp <= 2'b00;
        end else if (do_read) begin
            rvalid <= 1'b1;
            if (araddr[7:4] != 4'd0) begin
                rdata <= 32'd0;
                rresp <= 2'b10;
            end else begin
                rresp <= 2'b00;
                case (araddr[3:2])
                    2'd0: rdata <= reg0;
                    2'd1: rdata <= reg1;
                    2'd2: rdata <= reg2;
                    default: rdata <= reg3;
                endcase
            end
        end else if (rvalid && rready) begin
            rvalid <= 1'b0;
        end
    end
endmodule
