module uart_transmitter(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] data,
    output wire       txd,
    output reg        busy,
    output reg        done
);
    localparam [2:0] LAST_CLOCK = 3'd7;
    localparam [3:0] LAST_BIT   = 4'd10;

    reg [10:0] frame;
    reg [2:0]  clock_count;
    reg [3:0]  bit_count;

    assign txd = frame[0];

    always @(posedge clk) begin
        done <= 1'b0;
        if (reset) begin
            frame <= 11'h7ff;
            busy  <= 1'b0;
        end else if (!busy) begin
            if (start) begin
                frame       <= {1'b1, ^data, data, 1'b0};
                clock_count <= 3'd0;
                bit_count   <= 4'd0;
                busy        <= 1'b1;
            end
        end else if (clock_count != LAST_CLOCK) begin
            clock_count <= clock_count + 3'd1;
        end else begin
            frame       <= {1'b1, frame[10:1]};
            clock_count <= 3'd0;
            if (bit_count == LAST_BIT) begin
                busy <= 1'b0;
                done <= 1'b1;
            end else begin
                bit_count <= bit_count + 4'd1;
            end
        end
    end
endmodule
