// SPI master, mode 0, one byte, clock divided by 8.
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

    localparam [6:0] LAST_FALL = 7'd64;
    localparam [6:0] FINISH    = 7'd68;

    reg [6:0] edge_number;      // number of the next edge of the transfer
    reg [7:0] send_register;    // bit 7 is the next bit to put on mosi
    reg [7:0] receive_register;

    wire at_finish = (edge_number == FINISH);
    wire at_rise   = (edge_number[2:0] == 3'd4) && !at_finish;
    wire at_fall   = (edge_number[2:0] == 3'd0);

    always @(posedge clk) begin
        if (reset) begin
            sclk             <= 1'b0;
            mosi             <= 1'b0;
            cs_n             <= 1'b1;
            busy             <= 1'b0;
            done             <= 1'b0;
            rx_data          <= 8'd0;
            edge_number      <= 7'd1;
            send_register    <= 8'd0;
            receive_register <= 8'd0;
        end else if (!busy) begin
            done <= 1'b0;
            if (start) begin
                busy          <= 1'b1;
                cs_n          <= 1'b0;
                sclk          <= 1'b0;
                mosi          <= tx_data[7];
                send_register <= {tx_data[6:0], 1'b0};
                edge_number   <= 7'd1;
            end
        end else begin
            edge_number <= edge_number + 7'd1;
            if (at_finish) begin
                busy    <= 1'b0;
                cs_n    <= 1'b1;
                mosi    <= 1'b0;
                done    <= 1'b1;
                rx_data <= receive_register;
            end else if (at_rise) begin
                sclk             <= 1'b1;
                receive_register <= {receive_register[6:0], miso};
            end else if (at_fall) begin
                sclk <= 1'b0;
                if (edge_number != LAST_FALL) begin
                    mosi          <= send_register[7];
                    send_register <= {send_register[6:0], 1'b0};
                end
            end
        end
    end

endmodule
