module up_down_counter(
    input  wire       clk,
    input  wire       reset,
    input  wire       load,
    input  wire [7:0] load_value,
    input  wire       enable,
    input  wire       up,
    output reg  [7:0] count,
    output wire       terminal
);
    // one adder: +1, -1 or +0
    wire       dn  = enable & ~up;
    wire [7:0] nxt = count + {{7{dn}}, enable};

    always @(posedge clk)
        count <= reset ? 8'd0 : load ? load_value : nxt;

    assign terminal = &(count ^ {8{~up}});
endmodule
