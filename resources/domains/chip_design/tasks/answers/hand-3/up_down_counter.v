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
    always @(posedge clk) begin
        if (reset)
            count <= 8'd0;
        else if (load)
            count <= load_value;
        else if (enable)
            count <= up ? count + 8'd1 : count - 8'd1;
    end
    assign terminal = up ? (count == 8'hFF) : (count == 8'h00);
endmodule
