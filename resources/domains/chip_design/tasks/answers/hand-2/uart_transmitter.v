module uart_transmitter(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] data,
    output wire       txd,
    output reg        busy,
    output reg        done
);
    reg [10:0] sh;
    reg [6:0]  t;
    wire eob = &t[2:0];
    wire fin = eob & t[6] & t[4];   // 87

    always @(posedge clk)
        if (reset) begin
            sh   <= 11'h7FF;
            t    <= 7'd0;
            busy <= 1'b0;
            done <= 1'b0;
        end else if (busy) begin
            t    <= t + 7'd1;
            busy <= ~fin;
            done <= fin;
            if (eob) sh <= {1'b1, sh[10:1]};
        end else begin
            t    <= 7'd0;
            busy <= start;
            done <= 1'b0;
            if (start) sh <= {1'b1, ^data, data, 1'b0};
        end

    assign txd = sh[0];
endmodule
