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
    reg [3:0] wbin, wgray, rbin, rgray;
    reg [3:0] rsync1, rsync2, wsync1, wsync2;

    wire [3:0] wbin_next = wbin + 4'd1;
    wire [3:0] rbin_next = rbin + 4'd1;

    assign full  = (wgray == {~rsync2[3:2], rsync2[1:0]});
    assign empty = (rgray == wsync2);

    always @(posedge write_clk) begin
        if (write_rst) begin
            wbin <= 4'd0;
            wgray <= 4'd0;
            rsync1 <= 4'd0;
            rsync2 <= 4'd0;
        end else begin
            rsync1 <= rgray;
            rsync2 <= rsync1;
            if (write_enable && !full) begin
                memory[wbin[2:0]] <= write_data;
                wbin <= wbin_next;
                wgray <= wbin_next ^ (wbin_next >> 1);
            end
        end
    end

    always @(posedge read_clk) begin
        if (read_rst) begin
            rbin <= 4'd0;
            rgray <= 4'd0;
            wsync1 <= 4'd0;
            wsync2 <= 4'd0;
        end else begin
            wsync1 <= wgray;
            wsync2 <= wsync1;
            if (read_enable && !empty) begin
                rbin <= rbin_next;
                rgray <= rbin_next ^ (rbin_next >> 1);
            end
        end
    end

    assign read_data = memory[rbin[2:0]];
    assign write_pointer_gray = wgray;
    assign read_pointer_gray = rgray;
endmodule
