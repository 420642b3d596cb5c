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
    reg [6:0] count;
    reg [7:0] tx, rx;
    wire [6:0] now = count + 7'd1;

    always @(posedge clk) begin
        if (reset) begin
            sclk <= 1'b0;
            mosi <= 1'b0;
            cs_n <= 1'b1;
            busy <= 1'b0;
            rx_data <= 8'd0;
            done <= 1'b0;
            count <= 7'd0;
        end else begin
            done <= 1'b0;
            if (!busy) begin
                if (start) begin
                    busy <= 1'b1;
                    cs_n <= 1'b0;
                    sclk <= 1'b0;
                    mosi <= tx_data[7];
                    tx <= tx_data;
                    count <= 7'd0;
                end
            end else begin
                count <= now;
                if (now == 7'd68) begin
                    cs_n <= 1'b1;
                    busy <= 1'b0;
                    mosi <= 1'b0;
                    rx_data <= rx;
                    done <= 1'b1;
                end else if (now[2:0] == 3'd4) begin
                    sclk <= 1'b1;
                    rx <= {rx[6:0], miso};
                end else if (now[2:0] == 3'd0) begin
                    sclk <= 1'b0;
                    if (now != 7'd64) begin
                        mosi <= tx[6];
                        tx <= {tx[6:0], 1'b0};
                    end
                end
            end
        end
    end
endmodule
