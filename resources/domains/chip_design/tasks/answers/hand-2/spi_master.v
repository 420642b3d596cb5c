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
    // t = number of the coming edge; one shifter for both directions
    reg [6:0] t;
    reg [7:0] sh;

    wire go   = start & ~busy;
    wire fin  = t[6] & t[2];
    wire rise = ~t[6] & (t[2:0] == 3'd4);
    wire fall = t[2:0] == 3'd0;

    always @(posedge clk)
        if (reset) begin
            sclk    <= 1'b0;
            mosi    <= 1'b0;
            cs_n    <= 1'b1;
            busy    <= 1'b0;
            done    <= 1'b0;
            rx_data <= 8'd0;
            t       <= 7'd0;
            sh      <= 8'd0;
        end else begin
            done <= busy & fin;
            if (go) begin
                busy <= 1'b1;
                cs_n <= 1'b0;
                mosi <= tx_data[7];
                sh   <= tx_data;
                t    <= 7'd1;
            end else if (busy) begin
                t <= t + 7'd1;
                if (rise) begin
                    sclk <= 1'b1;
                    sh   <= {sh[6:0], miso};
                end
                if (fall) begin
                    sclk <= 1'b0;
                    if (!t[6]) mosi <= sh[7];
                end
                if (fin) begin
                    busy    <= 1'b0;
                    cs_n    <= 1'b1;
                    mosi    <= 1'b0;
                    rx_data <= sh;
                end
            end
        end
endmodule
