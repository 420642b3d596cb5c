module barrel_shifter_8(
    input  wire [7:0] data,
    input  wire [2:0] amount,
    input  wire [1:0] mode,
    output reg  [7:0] result,
    output reg        lost
);
    // one left rotator; the wrapped bits are masked off afterwards
    wire       right = mode[1] ^ mode[0];
    wire [2:0] k     = right ? 3'd0 - amount : amount;
    wire [7:0] s0    = k[0] ? {data[6:0], data[7]} : data;
    wire [7:0] s1    = k[1] ? {s0[5:0], s0[7:6]} : s0;
    wire [7:0] rot   = k[2] ? {s1[3:0], s1[7:4]} : s1;

    reg [7:0] th, msk;
    always @* begin
        case (amount)
            3'd0: th = 8'b00000000;
            3'd1: th = 8'b00000001;
            3'd2: th = 8'b00000011;
            3'd3: th = 8'b00000111;
            3'd4: th = 8'b00001111;
            3'd5: th = 8'b00011111;
            3'd6: th = 8'b00111111;
            default: th = 8'b01111111;
        endcase
        msk = right ? {th[0], th[1], th[2], th[3], th[4], th[5], th[6], th[7]} : th;
        if (mode == 2'd3) msk = 8'd0;
        result = (rot & ~msk) | (msk & {8{(mode == 2'd2) & data[7]}});
        lost   = |(rot & msk);
    end
endmodule
