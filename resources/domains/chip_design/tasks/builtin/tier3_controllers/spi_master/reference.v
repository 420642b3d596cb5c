module spi_master(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] tx_data,
    input  wire       miso,
    output reg        sclk,
    output reg        mosi,
    output reg        cs_n,
    output reg        busy,
    output reg  [7:0] rx_data,
    output reg        done
);
    reg [6:0] to_send;
    reg [7:0] received;
    reg [1:0] divider;
    reg [3:0] bits_done;

    always @(posedge clk) begin
        done <= 1'b0;
        if (reset) begin
            sclk    <= 1'b0;
            mosi    <= 1'b0;
            cs_n    <= 1'b1;
            busy    <= 1'b0;
            rx_data <= 8'd0;
        end else if (!busy) begin
            if (start) begin
                {mosi, to_send} <= tx_data;
                divider         <= 2'd0;
                bits_done       <= 4'd0;
                cs_n            <= 1'b0;
                busy            <= 1'b1;
            end
        end else begin
            divider <= divider + 2'd1;
            if (divider == 2'd3) begin
                if (bits_done == 4'd8 && !sclk) begin
                    mosi    <= 1'b0;
                    cs_n    <= 1'b1;
                    busy    <= 1'b0;
                    done    <= 1'b1;
                    rx_data <= received;
                end else if (!sclk) begin
                    sclk      <= 1'b1;
                    received  <= {received[6:0], miso};
                    bits_done <= bits_done + 4'd1;
                end else begin
                    sclk <= 1'b0;
                    if (bits_done != 4'd8)
                        {mosi, to_send} <= {to_send, 1'b0};
                end
            end
        end
    end
endmodule
