module uart_receiver(
    input  wire       clk,
    input  wire       reset,
    input  wire       rxd,
    output reg  [7:0] data,
    output reg        valid,
    output reg        framing_error
);
    localparam [1:0] IDLE    = 2'd0;
    localparam [1:0] START   = 2'd1;
    localparam [1:0] RECEIVE = 2'd2;
    localparam [1:0] RECOVER = 2'd3;

    reg       first_stage;
    reg       line;
    reg [1:0] state;
    reg [3:0] clock_count;
    reg [3:0] bit_count;
    reg [7:0] shifted;

    always @(posedge clk) begin
        valid         <= 1'b0;
        framing_error <= 1'b0;
        if (reset) begin
            first_stage <= 1'b1;
            line        <= 1'b1;
            state       <= IDLE;
            data        <= 8'd0;
        end else begin
            first_stage <= rxd;
            line        <= first_stage;
            clock_count <= clock_count + 4'd1;
            case (state)
                IDLE: begin
                    clock_count <= 4'd1;
                    bit_count   <= 4'd0;
                    if (!line)
                        state <= START;
                end
                START:
                    if (clock_count == 4'd8) begin
                        clock_count <= 4'd1;
                        state       <= line ? IDLE : RECEIVE;
                    end
                RECEIVE:
                    if (clock_count == 4'd0) begin
                        bit_count <= bit_count + 4'd1;
                        if (bit_count != 4'd8) begin
                            shifted <= {line, shifted[7:1]};
                        end else if (line) begin
                            data  <= shifted;
                            valid <= 1'b1;
                            state <= IDLE;
                        end else begin
                            framing_error <= 1'b1;
                            state         <= RECOVER;
                        end
                    end
                default:
                    if (line)
                        state <= IDLE;
            endcase
        end
    end
endmodule
