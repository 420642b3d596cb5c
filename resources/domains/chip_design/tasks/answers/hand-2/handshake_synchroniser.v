module hs_sync2(
    input  wire clk,
    input  wire rst_n,
    input  wire d,
    output wire q
);
    reg [1:0] s;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) s <= 2'b00;
        else        s <= {s[0], d};
    assign q = s[1];
endmodule

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
    reg       req, ack;
    reg [7:0] hold;
    wire      ack_s, req_d;

    hs_sync2 u_a(.clk(src_clk), .rst_n(src_rst_n), .d(ack), .q(ack_s));
    hs_sync2 u_r(.clk(dst_clk), .rst_n(dst_rst_n), .d(req), .q(req_d));

    assign src_ready = ~(req ^ ack_s);
    wire   fire      = src_valid & src_ready;

    always @(posedge src_clk or negedge src_rst_n)
        if (!src_rst_n) begin
            req  <= 1'b0;
            hold <= 8'd0;
        end else if (fire) begin
            req  <= ~req;
            hold <= src_data;
        end

    always @(posedge dst_clk or negedge dst_rst_n)
        if (!dst_rst_n) begin
            ack       <= 1'b0;
            dst_valid <= 1'b0;
            dst_data  <= 8'd0;
        end else begin
            ack       <= req_d;
            dst_valid <= req_d ^ ack;
            if (req_d ^ ack) dst_data <= hold;
        end
endmodule
