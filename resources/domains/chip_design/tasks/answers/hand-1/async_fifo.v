// Dual-clock FIFO of eight bytes; pointers cross as Gray codes.
module async_fifo(
    input  wire       write_clk,
    input  wire       write_rst,
    input  wire       write_enable,
    input  wire [7:0] write_data,
    output wire       full,
    output wire [3:0] write_pointer_gray,
    input  wire       read_clk,
    input  wire       read_rst,
    input  wire       read_enable,
    output wire [7:0] read_data,
    output wire       empty,
    output wire [3:0] read_pointer_gray
);

    reg [7:0] memory [0:7];

    // ---------------- write side ----------------
    reg  [3:0] write_count;
    reg  [3:0] write_gray;
    reg  [3:0] read_gray_meta;
    reg  [3:0] read_gray_synced;

    wire [3:0] write_count_next = write_count + 4'd1;
    wire       do_write = write_enable && !full;

    assign write_pointer_gray = write_gray;
    assign full = (write_gray == {~read_gray_synced[3:2], read_gray_synced[1:0]});

    always @(posedge write_clk) begin
        if (write_rst) begin
            write_count <= 4'd0;
            write_gray  <= 4'd0;
        end else if (do_write) begin
            write_count <= write_count_next;
            write_gray  <= write_count_next ^ {1'b0, write_count_next[3:1]};
        end
    end

    always @(posedge write_clk) begin
        if (write_rst) begin
            read_gray_meta   <= 4'd0;
            read_gray_synced <= 4'd0;
        end else begin
            read_gray_meta   <= read_pointer_gray;
            read_gray_synced <= read_gray_meta;
        end
    end

    always @(posedge write_clk) begin
        if (!write_rst && do_write)
            memory[write_count[2:0]] <= write_data;
    end

    // ---------------- read side ----------------
    reg  [3:0] read_count;
    reg  [3:0] read_gray;
    reg  [3:0] write_gray_meta;
    reg  [3:0] write_gray_synced;

    wire [3:0] read_count_next = read_count + 4'd1;
    wire       do_read = read_enable && !empty;

    assign read_pointer_gray = read_gray;
    assign empty     = (read_gray == write_gray_synced);
    assign read_data = memory[read_count[2:0]];

    always @(posedge read_clk) begin
        if (read_rst) begin
            read_count <= 4'd0;
            read_gray  <= 4'd0;
        end else if (do_read) begin
            read_count <= read_count_next;
            read_gray  <= read_count_next ^ {1'b0, read_count_next[3:1]};
        end
    end

    always @(posedge read_clk) begin
        if (read_rst) begin
            write_gray_meta   <= 4'd0;
            write_gray_synced <= 4'd0;
        end else begin
            write_gray_meta   <= write_pointer_gray;
            write_gray_synced <= write_gray_meta;
        end
    end

endmodule
