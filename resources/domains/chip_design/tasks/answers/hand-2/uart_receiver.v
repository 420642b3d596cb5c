module uart_receiver(
    input  wire       clk,
    input  wire       reset,
    input  wire       rxd,
    output reg  [7:0] data,
    output reg        valid,
    output reg        framing_error
);
    localparam [2:0] IDLE = 3'b001, RUN = 3'b010, HOLD = 3'b100;
    reg [2:0] st;
    reg [1:0] sy;
    reg [7:0] t;      // number of the coming edge
    reg [7:0] sh;

    wire line  = sy[1];
    wire mid   = t[3:0] == 4'd8;
    wire first = t[7:4] == 4'd0;
    wire stop  = t[7:4] == 4'd9;
    wire end_  = st[1] & mid & stop;

    always @(posedge clk)
        if (reset) begin
            st            <= IDLE;
            sy            <= 2'b11;
            t             <= 8'd0;
            data          <= 8'd0;
            valid         <= 1'b0;
            framing_error <= 1'b0;
        end else begin
            sy            <= {sy[0], rxd};
            valid         <= end_ & line;
            framing_error <= end_ & ~line;
            if (end_ & line) data <= sh;
            case (st)
                IDLE: begin
                    t <= 8'd1;
                    if (!line) st <= RUN;
                end
                RUN: begin
                    t <= t + 8'd1;
                    if (mid) begin
                        if (first) begin
                            if (line) st <= IDLE;
                        end else if (stop)
                            st <= line ? IDLE : HOLD;
                    end
                end
                default:
                    if (line) st <= IDLE;
            endcase
        end

    always @(posedge clk)
        if (st[1] & mid & ~stop) sh <= {line, sh[7:1]};
endmodule
