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
    reg [7:0] memory [0:7];
    reg [2:0] head, tail;

    assign empty = (count == 4'd0);
    assign full = (count == 4'd8);
    assign read_data = empty ? 8'd0 : memory[head];

    wire do_write = write && !full;
    wire do_read = read && !empty;

    always @(posedge clk) begin
        if (reset) begin
            head <= 3'd0;
            tail <= 3'd0;
            count <= 4'd0;
            overflow <= 1'b0;
            underflow <= 1'b0;
        end else begin
            overflow <= write && full;
            underflow <= read && empty;
            if (do_write) begin
                memory[tail] <= write_data;
                tail <= tail + 3'd1;
            end
            if (do_read)
                head <= head + 3'd1;
            case ({do_write, do_read})
                2'b10: count <= count + 4'd1;
                2'b01: count <= count - 4'd1;
                default: count <= count;
            endcase
        end
    end
endmodule
