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
    reg [7:0] words [0:7];
    reg [2:0] write_pointer;
    reg [2:0] read_pointer;

    wire write_accepted = write && !full;
    wire read_accepted  = read && !empty;

    assign empty     = (count == 4'd0);
    assign full      = (count == 4'd8);
    assign read_data = empty ? 8'd0 : words[read_pointer];

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
            if (write_accepted)
                write_pointer <= write_pointer + 3'd1;
            if (read_accepted)
                read_pointer <= read_pointer + 3'd1;
            if (write_accepted && !read_accepted)
                count <= count + 4'd1;
            else if (read_accepted && !write_accepted)
                count <= count - 4'd1;
        end
    end

    always @(posedge clk) begin
        if (write_accepted)
            words[write_pointer] <= write_data;
    end
endmodule
