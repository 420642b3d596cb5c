module sequence_detector_1011(
    input  wire       clk,
    input  wire       reset,
    input  wire       bit_valid,
    input  wire       bit_in,
    output wire       detected_now,
    output wire       detected,
    output reg  [3:0] count
);
    localparam S0 = 3'd0, S1 = 3'd1, S10 = 3'd2, S101 = 3'd3, S1011 = 3'd4;
    reg [2:0] state, next;

    always @* begin
        next = state;
        if (bit_valid) begin
            case (state)
                S0:    next = bit_in ? S1 : S0;
                S1:    next = bit_in ? S1 : S10;
                S10:   next = bit_in ? S101 : S0;
                S101:  next = bit_in ? S1011 : S10;
                S1011: next = bit_in ? S1 : S10;
                default: next = S0;
            endcase
        end
    end

    assign detected_now = bit_valid && bit_in && (state == S101);
    assign detected = (state == S1011);

    always @(posedge clk) begin
        if (reset) begin
            state <= S0;
            count <= 4'd0;
        end else begin
            state <= next;
            if (detected_now && count != 4'd15)
                count <= count + 4'd1;
        end
    end
endmodule
