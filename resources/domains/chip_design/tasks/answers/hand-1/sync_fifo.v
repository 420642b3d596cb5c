// First-word-fall-through FIFO, eight words of eight bits.
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
    reg [2:0] write_pointer;
    reg [2:0] read_pointer;

    assign empty = (count == 4'd0);
    assign full  = (count == 4'd8);

    wire do_write = write && !full;
    wire do_read  = read && !empty;

    wire [7:0] oldest_word = memory[read_pointer];
    assign read_data = empty ? 8'd0 : oldest_word;

    always @(posedge clk) begin
        if (!reset && do_write)
            memory[write_pointer] <= write_data;
    end

    always @(posedge clk) begin
        if (reset) begin
            write_pointer <= 3'd0;
            read_pointer  <= 3'd0;
            count         <= 4'd0;
            overflow      <= 1'b0;
            underflow     <= 1'b0;
        end else begin
            overflow  <= write && full;
            underflow <= read && empty;
            if (do_write)
                write_pointer <= write_pointer + 3'd1;
            if (do_read)
                read_pointer <= read_pointer + 3'd1;
            if (do_write && !do_read)
                count <= count + 4'd1;
            else if (do_read && !do_write)
                count <= count - 4'd1;
        end
    end

endmodule
