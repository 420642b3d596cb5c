// Overlapping detector of the bits 1, 0, 1, 1.
module sequence_detector_1011(
    input  wire       clk,
    input  wire       reset,
    input  wire       bit_valid,
    input  wire       bit_in,
    output wire       detected_now,
    output wire       detected,
    output reg  [3:0] count
);

    // Each state names the longest useful end of the accepted bits.
    localparam [2:0] NOTHING  = 3'd0;
    localparam [2:0] GOT_1    = 3'd1;
    localparam [2:0] GOT_10   = 3'd2;
    localparam [2:0] GOT_101  = 3'd3;
    localparam [2:0] GOT_1011 = 3'd4;

    reg [2:0] state;
    reg [2:0] next_state;

    always @* begin
        next_state = state;
        if (bit_valid) begin
            case (state)
                NOTHING:  next_state = bit_in ? GOT_1    : NOTHING;
                GOT_1:    next_state = bit_in ? GOT_1    : GOT_10;
                GOT_10:   next_state = bit_in ? GOT_101  : NOTHING;
                GOT_101:  next_state = bit_in ? GOT_1011 : GOT_10;
                GOT_1011: next_state = bit_in ? GOT_1    : GOT_10;
                default:  next_state = NOTHING;
            endcase
        end
    end

    assign detected_now = bit_valid && bit_in && (state == GOT_101);
    assign detected     = (state == GOT_1011);

    always @(posedge clk) begin
        if (reset)
            state <= NOTHING;
        else
            state <= next_state;
    end

    always @(posedge clk) begin
        if (reset)
            count <= 4'd0;
        else if (detected_now && count != 4'd15)
            count <= count + 4'd1;
    end

endmodule
