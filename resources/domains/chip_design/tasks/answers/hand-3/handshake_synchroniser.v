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
    reg [7:0] hold;
    reg request;
    reg ack_sync1, ack_sync2;
    reg req_sync1, req_sync2;
    reg acknowledge;

    assign src_ready = (request == ack_sync2);

    always @(posedge src_clk or negedge src_rst_n) begin
        if (!src_rst_n) begin
            hold <= 8'd0;
            request <= 1'b0;
            ack_sync1 <= 1'b0;
            ack_sync2 <= 1'b0;
        end else begin
            ack_sync1 <= acknowledge;
            ack_sync2 <= ack_sync1;
            if (src_valid && src_ready) begin
                hold <= src_data;
                request <= ~request;
            end
        end
    end

    always @(posedge dst_clk or negedge dst_rst_n) begin
        if (!dst_rst_n) begin
            req_sync1 <= 1'b0;
            req_sync2 <= 1'b0;
            acknowledge <= 1'b0;
            dst_valid <= 1'b0;
            dst_data <= 8'd0;
        end else begin
            req_sync1 <= request;
            req_sync2 <= req_sync1;
            acknowledge <= req_sync2;
            dst_valid <= (req_sync2 != acknowledge);
            if (req_sync2 != acknowledge)
                dst_data <= hold;
        end
    end
endmodule
