module sync_fifo(
    input  wire       clk,
    input  wire       reset,
    input  wire       write,
    input  wire [7:0] write_data,
    input  wire       read,
    output wire [7:0] read_data,
    output wire       empty,
    output wire       full,
    output reg  [3:0] count,
    output reg        overflow,
    output reg        underflow
);
    reg [7:0] mem [0:7];
    reg [2:0] rp;
    wire [2:0] wp = rp + count[2:0];
    wire we = write & ~full;
    wire re = read & ~empty;

    assign empty     = ~|count;
    assign full      = count[3];
    assign read_data = empty ? 8'd0 : mem[rp];

    always @(posedge clk)
        if (we & ~reset) mem[wp] <= write_data;

    always @(posedge clk)
        if (reset) begin
            rp        <= 3'd0;
            count     <= 4'd0;
            overflow  <= 1'b0;
            underflow <= 1'b0;
        end else begin
            rp        <= rp + {2'b00, re};
            count     <= count + {{3{re & ~we}}, re ^ we};
            overflow  <= write & full;
            underflow <= read & empty;
        end
endmodule
