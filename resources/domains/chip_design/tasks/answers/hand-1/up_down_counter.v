// 8-bit up/down counter with load.
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

    assign terminal = up ? (count == 8'd255) : (count == 8'd0);

    always @(posedge clk) begin
        if (reset)
            count <= 8'd0;
        else if (load)
            count <= load_value;
        else if (enable) begin
            if (up)
                count <= count + 8'd1;
            else
                count <= count - 8'd1;
        end
    end

endmodule
