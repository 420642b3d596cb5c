// UART receiver, 8N1, 16 clocks a bit.
module uart_receiver(
    input  wire       clk,
    input  wire       reset,
    input  wire       rxd,
    output reg  [7:0] data,
    output reg        valid,
    output reg        framing_error
);

    localparam [1:0] IDLE      = 2'd0;
    localparam [1:0] RECEIVING = 2'd1;
    localparam [1:0] WAITING   = 2'd2;

    localparam [7:0] START_EDGE = 8'd8;
    localparam [7:0] STOP_EDGE  = 8'd152;

    // Synchroniser
    reg rxd_meta;
    reg line;

    always @(posedge clk) begin
        if (reset) begin
            rxd_meta <= 1'b1;
            line     <= 1'b1;
        end else begin
            rxd_meta <= rxd;
            line     <= rxd_meta;
        end
    end

    reg [1:0] state;
    reg [7:0] edge_number;      // number of the next edge of the frame
    reg [7:0] received;

    // Edges 8, 24, 40, ... 152 are the middles of the bits.
    wire middle_of_bit = (edge_number[3:0] == 4'd8);

    always @(posedge clk) begin
        if (reset) begin
            state         <= IDLE;
            edge_number   <= 8'd0;
            received      <= 8'd0;
            data          <= 8'd0;
            valid         <= 1'b0;
            framing_error <= 1'b0;
        end else begin
            valid         <= 1'b0;
            framing_error <= 1'b0;
            case (state)
                IDLE: begin
                    edge_number <= 8'd1;
                    if (!line)
                        state <= RECEIVING;
                end
                RECEIVING: begin
                    edge_number <= edge_number + 8'd1;
                    if (edge_number == START_EDGE) begin
                        if (line)
                            state <= IDLE;
                    end else if (edge_number == STOP_EDGE) begin
                        if (line) begin
                            data  <= received;
                            valid <= 1'b1;
                            state <= IDLE;
                        end else begin
                            framing_error <= 1'b1;
                            state         <= WAITING;
                        end
                    end else if (middle_of_bit) begin
                        received <= {line, received[7:1]};
                    end
                end
                WAITING: begin
                    if (line)
                        state <= IDLE;
                end
                default: state <= IDLE;
            endcase
        end
    end

endmodule
