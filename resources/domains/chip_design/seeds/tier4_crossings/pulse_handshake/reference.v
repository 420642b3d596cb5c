// Two-phase handshake: only the toggles `request` and `acknowledge` cross through synchronisers; `held` is stable meanwhile.
module pulse_handshake(
    input  wire       src_clk,
    input  wire       src_rst,
    input  wire       src_pulse,
    input  wire [7:0] src_data,
    output wire       src_busy,
    output reg        src_done,
    input  wire       dst_clk,
    input  wire       dst_rst,
    output reg        dst_pulse,
    output reg  [7:0] dst_data
);
    reg       request, ack_1, ack_2;
    reg [7:0] held;
    reg       acknowledge, req_1, req_2;

    assign src_busy = request ^ ack_2;

    always @(posedge src_clk) begin
        if (src_rst) begin
            request  <= 1'b0;
            ack_1    <= 1'b0;
            ack_2    <= 1'b0;
            src_done <= 1'b0;
        end else begin
            ack_1    <= acknowledge;
            ack_2    <= ack_1;
            src_done <= src_busy && (ack_1 == request);
            if (src_pulse && !src_busy) begin
                request <= !request;
                held    <= src_data;
            end
        end
    end

    always @(posedge dst_clk) begin
        if (dst_rst) begin
            req_1       <= 1'b0;
            req_2       <= 1'b0;
            acknowledge <= 1'b0;
            dst_pulse   <= 1'b0;
            dst_data    <= 8'd0;
        end else begin
            req_1     <= request;
            req_2     <= req_1;
            dst_pulse <= (req_2 != acknowledge);
            if (req_2 != acknowledge) begin
                acknowledge <= req_2;
                dst_data    <= held;
            end
        end
    end
endmodule
