module uart_transmitter(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] data,
    output wire       txd,
    output reg        busy,
    output reg        done
);
    reg [10:0] shift;
    reg [2:0] clocks;
    reg [3:0] bits;

    assign txd = busy ? shift[0] : 1'b1;

    always @(posedge clk) begin
        if (reset) begin
            busy <= 1'b0;
            done <= 1'b0;
            shift <= 11'h7FF;
            clocks <= 3'd0;
            bits <= 4'd0;
        end else begin
            done <= 1'b0;
            if (!busy) begin
                if (start) begin
                    busy <= 1'b1;
                    shift <= {1'b1, ^data, data, 1'b0};
                    clocks <= 3'd0;
                    bits <= 4'd0;
                end
            end else begin
                clocks <= clocks + 3'd1;
                if (clocks == 3'd7) begin
                    shift <= {1'b1, shift[10:1]};
                    bits <= bits + 4'd1;
                    if (bits == 4'd10) begin
                        busy <= 1'b0;
                        done <= 1'b1;
                    end
                end
            end
        end
    end
endmodule
