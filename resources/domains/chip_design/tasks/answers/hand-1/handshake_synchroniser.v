// Carries single bytes between two clock domains with a toggle handshake.
module handshake_synchroniser(
    input  wire       src_clk,
    input  wire       src_rst_n,
    input  wire       src_valid,
    input  wire [7:0] src_data,
    output wire       src_ready,
    input  wire       dst_clk,
    input  wire       dst_rst_n,
    output reg        dst_valid,
    output reg  [7:0] dst_data
);

    // ---------------- source domain ----------------
    reg       request;
    reg [7:0] held_byte;
    reg       acknowledge_meta;
    reg       acknowledge_seen;

    // ---------------- destination domain ----------------
    reg       request_meta;
    reg       request_seen;
    reg       acknowledge;

    assign src_ready = (request == acknowledge_seen);

    always @(posedge src_clk or negedge src_rst_n) begin
        if (!src_rst_n) begin
            request          <= 1'b0;
            held_byte        <= 8'd0;
            acknowledge_meta <= 1'b0;
            acknowledge_seen <= 1'b0;
        end else begin
            acknowledge_meta <= acknowledge;
            acknowledge_seen <= acknowledge_meta;
            if (src_valid && src_ready) begin
                request   <= !request;
                held_byte <= src_data;
            end
        end
    end

    wire new_byte = (request_seen != acknowledge);

    always @(posedge dst_clk or negedge dst_rst_n) begin
        if (!dst_rst_n) begin
            request_meta <= 1'b0;
            request_seen <= 1'b0;
            acknowledge  <= 1'b0;
            dst_valid    <= 1'b0;
            dst_data     <= 8'd0;
        end else begin
            request_meta <= request;
            request_seen <= request_meta;
            acknowledge  <= request_seen;
            dst_valid    <= new_byte;
            if (new_byte)
                dst_data <= held_byte;
        end
    end

endmodule
