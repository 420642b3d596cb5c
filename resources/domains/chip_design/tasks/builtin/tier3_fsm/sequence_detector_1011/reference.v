// Each state is the longest end of the accepted stream that is a beginning of 1011.
module sequence_detector_1011(
    input  wire       clk,
    input  wire       reset,
    input  wire       bit_valid,
    input  wire       bit_in,
    output wire       detected_now,
    output wire       detected,
    output reg  [3:0] count
);
    localparam [2:0] NOTHING   = 3'd0,
                     SEEN_1    = 3'd1,
                     SEEN_10   = 3'd2,
                     SEEN_101  = 3'd3,
                     SEEN_1011 = 3'd4;

    reg [2:0] state;
    reg [2:0] next_state;

    assign detected_now = (state == SEEN_101) && bit_valid && bit_in;
    assign detected     = (state == SEEN_1011);

    always @* begin
        case (state)
            NOTHING:   next_state = bit_in ? SEEN_1 : NOTHING;
            SEEN_1:    next_state = bit_in ? SEEN_1 : SEEN_10;
            SEEN_10:   next_state = bit_in ? SEEN_101 : NOTHING;
            SEEN_101:  next_state = bit_in ? SEEN_1011 : SEEN_10;
            // The last 1 of a complete sequence may be the first 1 of the next one.
            SEEN_1011: next_state = bit_in ? SEEN_1 : SEEN_10;
            default:   next_state = NOTHING;
        endcase
    end

    always @(posedge clk) begin
        if (reset) begin
            state <= NOTHING;
            count <= 4'd0;
        end else if (bit_valid) begin
            state <= next_state;
            if (detected_now && count != 4'd15)
                count <= count + 4'd1;
        end
    end
endmodule
