module sdiv_row(
    input  wire [15:0] s,
    input  wire [7:0]  d,
    output wire [15:0] n
);
    wire [9:0] t = {1'b0, s[15:7]} - {2'b00, d};
    assign n = {t[9] ? s[14:7] : t[7:0], s[6:0], ~t[9]};
endmodule

module sequential_divider(
    input  wire       clk,
    input  wire       reset,
    input  wire       start,
    input  wire [7:0] dividend,
    input  wire [7:0] divisor,
    output reg        busy,
    output reg        done,
    output reg  [7:0] quotient,
    output reg  [7:0] remainder,
    output reg        divide_by_zero
);
    reg  [15:0] rq;
    reg  [7:0]  dv;
    reg  [7:0]  tok;
    wire [15:0] nx;
    sdiv_row u_row(.s(rq), .d(dv), .n(nx));

    wire fin = busy & tok[7];

    always @(posedge clk) begin
        if (busy) begin
            rq  <= nx;
            tok <= {tok[6:0], 1'b0};
        end else begin
            rq  <= {8'd0, dividend};
            dv  <= divisor;
            tok <= 8'd1;
        end
    end

    always @(posedge clk)
        if (reset) begin
            busy           <= 1'b0;
            done           <= 1'b0;
            quotient       <= 8'd0;
            remainder      <= 8'd0;
            divide_by_zero <= 1'b0;
        end else begin
            busy <= busy ? ~tok[7] : start;
            done <= fin;
            if (fin) begin
                {remainder, quotient} <= nx;
                divide_by_zero        <= ~|dv;
            end
        end
endmodule
