// UART transmitter: start, eight data bits, even parity, stop; 8 clocks a bit.
module uart_transmitter(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] data,
    output wire       txd,
    output reg        busy,
    output reg        done
);

    localparam [6:0] LAST_CLOCK = 7'd87;

    reg [10:0] frame;           // bit 0 is on the line; ones enter above
    reg [6:0]  clock_number;    // 0 to 87 within the frame

    wire parity     = ^data;
    wire end_of_bit = (clock_number[2:0] == 3'd7);

    assign txd = frame[0];

    always @(posedge clk) begin
        if (reset) begin
            frame        <= {11{1'b1}};
            clock_number <= 7'd0;
            busy         <= 1'b0;
            done         <= 1'b0;
        end else if (busy) begin
            clock_number <= clock_number + 7'd1;
            if (end_of_bit)
                frame <= {1'b1, frame[10:1]};
            if (clock_number == LAST_CLOCK) begin
                busy <= 1'b0;
                done <= 1'b1;
            end
        end else begin
            done <= 1'b0;
            if (start) begin
                frame        <= {1'b1, parity, data, 1'b0};
                clock_number <= 7'd0;
                busy         <= 1'b1;
            end
        end
    end

endmodule
