module uart_receiver(
    input  wire       clk,
    input  wire       reset,
    input  wire       rxd,
    output reg  [7:0] data,
    output reg        valid,
    output reg        framing_error
);
    localparam IDLE = 2'd0, FRAME = 2'd1, WAIT = 2'd2;
    reg sync1, line;
    reg [1:0] state;
    reg [7:0] count;
    reg [7:0] shift;

    always @(posedge clk) begin
        if (reset) begin
            sync1 <= 1'b1;
            line <= 1'b1;
            state <= IDLE;
            count <= 8'd0;
            shift <= 8'd0;
            data <= 8'd0;
            valid <= 1'b0;
            framing_error <= 1'b0;
        end else begin
            sync1 <= rxd;
            line <= sync1;
            valid <= 1'b0;
            framing_error <= 1'b0;
            case (state)
                IDLE: if (!line) begin
                    state <= FRAME;
                    count <= 8'd1;
                end
                FRAME: begin
                    count <= count + 8'd1;
                    if (count == 8'd8) begin
                        if (line)
                            state <= IDLE;
                    end else if (count == 8'd152) begin
                        if (line) begin
                            data <= shift;
                            valid <= 1'b1;
                            state <= IDLE;
                        end else begin
                            framing_error <= 1'b1;
                            state <= WAIT;
                        end
                    end else if (count[3:0] == 4'd8) begin
                        shift <= {line, shift[7:1]};
                    end
                end
                WAIT: if (line) state <= IDLE;
                default: state <= IDLE;
            endcase
        end
    end
endmodule
