// Toggle handshake: the held byte is stable from the request's toggle until the acknowledge returns.
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
    reg       request;
    reg [7:0] held;
    reg       returned_first, returned;
    reg       arrived_first, arrived;
    reg       acknowledge;

    assign src_ready = request == returned;

    always @(posedge src_clk or negedge src_rst_n) begin
        if (!src_rst_n) begin
            request        <= 1'b0;
            held           <= 8'd0;
            returned_first <= 1'b0;
            returned       <= 1'b0;
        end else begin
            returned_first <= acknowledge;
            returned       <= returned_first;
            if (src_valid && src_ready) begin
                request <= ~request;
                held    <= src_data;
            end
        end
    end

    always @(posedge dst_clk or negedge dst_rst_n) begin
        if (!dst_rst_n) begin
            arrived_first <= 1'b0;
            arrived       <= 1'b0;
            acknowledge   <= 1'b0;
            dst_valid     <= 1'b0;
            dst_data      <= 8'd0;
        end else begin
            arrived_first <= request;
            arrived       <= arrived_first;
            acknowledge   <= arrived;
            dst_valid     <= arrived != acknowledge;
            if (arrived != acknowledge)
                dst_data <= held;
        end
    end
endmodule
