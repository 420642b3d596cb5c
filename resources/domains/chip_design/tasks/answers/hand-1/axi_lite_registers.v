// AXI4-Lite slave: three read/write registers and a write counter.
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

    localparam [1:0] OKAY   = 2'b00;
    localparam [1:0] SLVERR = 2'b10;

    reg [31:0] register_0;
    reg [31:0] register_1;
    reg [31:0] register_2;
    reg [31:0] write_count;

    // ---------------- write channel ----------------
    wire write_taken = awvalid && wvalid && !bvalid;
    assign awready = write_taken;
    assign wready  = write_taken;

    wire       write_in_range = (awaddr[7:4] == 4'd0);
    wire [1:0] write_number   = awaddr[3:2];
    wire       write_legal    = write_in_range && (write_number != 2'd3);

    // One mask bit for each data bit
    wire [31:0] byte_mask = {{8{wstrb[3]}}, {8{wstrb[2]}}, {8{wstrb[1]}}, {8{wstrb[0]}}};

    always @(posedge aclk) begin
        if (!aresetn) begin
            register_0  <= 32'd0;
            register_1  <= 32'd0;
            register_2  <= 32'd0;
            write_count <= 32'd0;
            bvalid      <= 1'b0;
            bresp       <= OKAY;
        end else if (write_taken) begin
            bvalid <= 1'b1;
            bresp  <= write_legal ? OKAY : SLVERR;
            if (write_legal) begin
                write_count <= write_count + 32'd1;
                case (write_number)
                    2'd0:    register_0 <= (register_0 & ~byte_mask) | (wdata & byte_mask);
                    2'd1:    register_1 <= (register_1 & ~byte_mask) | (wdata & byte_mask);
                    default: register_2 <= (register_2 & ~byte_mask) | (wdata & byte_mask);
                endcase
            end
        end else if (bvalid && bready) begin
            bvalid <= 1'b0;
        end
    end

    // ---------------- read channel ----------------
    wire read_taken = arvalid && !rvalid;
    assign arready = read_taken;

    wire read_in_range = (araddr[7:4] == 4'd0);

    reg [31:0] selected_register;
    always @* begin
        case (araddr[3:2])
            2'd0:    selected_register = register_0;
            2'd1:    selected_register = register_1;
            2'd2:    selected_register = register_2;
            default: selected_register = write_count;
        endcase
    end

    always @(posedge aclk) begin
        if (!aresetn) begin
            rvalid <= 1'b0;
            rresp  <= OKAY;
            rdata  <= 32'd0;
        end else if (read_taken) begin
            rvalid <= 1'b1;
            rresp  <= read_in_range ? OKAY : SLVERR;
            rdata  <= read_in_range ? selected_register : 32'd0;
        end else if (rvalid && rready) begin
            rvalid <= 1'b0;
        end
    end

endmodule
