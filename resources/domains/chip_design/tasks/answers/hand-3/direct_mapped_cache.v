module direct_mapped_cache(
    input  wire        clk,
    input  wire        rst,
    input  wire        request_valid,
    output wire        request_ready,
    input  wire        request_write,
    input  wire [7:0]  request_address,
    input  wire [15:0] request_data,
    output wire        response_valid,
    output wire        response_hit,
    output wire [15:0] response_data,
    output wire        memory_valid,
    input  wire        memory_ready,
    output wire        memory_write,
    output wire [7:0]  memory_address,
    output wire [15:0] memory_write_data,
    input  wire [15:0] memory_read_data
);
    localparam IDLE = 2'd0, LOOKUP = 2'd1, WRITEBACK = 2'd2, FILL = 2'd3;

    reg [1:0]  state;
    reg [15:0] words [0:7];
    reg [4:0]  tags [0:7];
    reg [7:0]  valid, dirty;
    reg        req_write;
    reg [7:0]  req_address;
    reg [15:0] req_data;
    reg        first;

    wire [2:0]  line = req_address[2:0];
    wire [4:0]  tag = req_address[7:3];
    wire [15:0] line_word = words[line];
    wire [4:0]  line_tag = tags[line];
    wire        line_valid = valid[line];
    wire        line_dirty = dirty[line];
    wire        hit = line_valid && (line_tag == tag);
    wire        complete = hit || (req_write && !(line_valid && line_dirty));

    always @(posedge clk) begin
        if (rst) begin
            state <= IDLE;
            valid <= 8'd0;
            dirty <= 8'd0;
            first <= 1'b0;
        end else begin
            case (state)
                IDLE: if (request_valid) begin
                    req_write <= request_write;
                    req_address <= request_address;
                    req_data <= request_data;
                    first <= 1'b1;
                    state <= LOOKUP;
                end
                LOOKUP: begin
                    first <= 1'b0;
                    if (complete) begin
                        state <= IDLE;
                        if (req_write) begin
                            words[line] <= req_data;
                            tags[line] <= tag;
                            valid[line] <= 1'b1;
                            dirty[line] <= 1'b1;
                        end
                    end else if (line_valid && line_dirty) begin
                        state <= WRITEBACK;
                    end else begin
                        state <= FILL;
                    end
                end
                WRITEBACK: if (memory_ready) begin
                    valid[line] <= 1'b0;
                    dirty[line] <= 1'b0;
                    state <= LOOKUP;
                end
                FILL: if (memory_ready) begin
                    words[line] <= memory_read_data;
                    tags[line] <= tag;
                    valid[line] <= 1'b1;
                    dirty[line] <= 1'b0;
                    state <= LOOKUP;
                end
                default: state <= IDLE;
            endcase
        end
    end

    assign request_ready = (state == IDLE);
    assign response_valid = (state == LOOKUP) && complete;
    assign response_hit = first && hit;
    assign response_data = line_word;
    assign memory_valid = (state == WRITEBACK) || (state == FILL);
    assign memory_write = (state == WRITEBACK);
    assign memory_address = (state == WRITEBACK) ? {line_tag, line} : req_address;
    assign memory_write_data = line_word;
endmodule
