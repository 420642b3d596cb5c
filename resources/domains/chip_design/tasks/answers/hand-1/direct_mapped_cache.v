// Direct-mapped, write-back, write-allocate cache of eight one-word lines.
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

    localparam [1:0] IDLE       = 2'd0;
    localparam [1:0] LOOK_UP    = 2'd1;
    localparam [1:0] WRITE_BACK = 2'd2;
    localparam [1:0] FILL       = 2'd3;

    reg [1:0] state;

    // The stored request
    reg        stored_write;
    reg [7:0]  stored_address;
    reg [15:0] stored_data;
    reg        first_look_up;

    wire [2:0] line_number = stored_address[2:0];
    wire [4:0] request_tag = stored_address[7:3];

    // The lines
    reg [7:0]  line_valid;
    reg [7:0]  line_dirty;
    reg [4:0]  line_tag  [0:7];
    reg [15:0] line_word [0:7];

    wire        old_valid = line_valid[line_number];
    wire        old_dirty = line_dirty[line_number];
    wire [4:0]  old_tag   = line_tag[line_number];
    wire [15:0] old_word  = line_word[line_number];

    wire hit          = old_valid && (old_tag == request_tag);
    wire must_evict   = old_valid && old_dirty;
    wire can_complete = hit || (stored_write && !must_evict);

    // What happens at the next edge
    wire take_request  = (state == IDLE) && request_valid;
    wire complete      = (state == LOOK_UP) && can_complete;
    wire store_request = complete && stored_write;
    wire finish_evict  = (state == WRITE_BACK) && memory_ready;
    wire finish_fill   = (state == FILL) && memory_ready;

    reg [1:0] next_state;
    always @* begin
        next_state = state;
        case (state)
            IDLE:
                if (request_valid)
                    next_state = LOOK_UP;
            LOOK_UP:
                if (can_complete)
                    next_state = IDLE;
                else if (must_evict)
                    next_state = WRITE_BACK;
                else
                    next_state = FILL;
            WRITE_BACK:
                if (memory_ready)
                    next_state = LOOK_UP;
            FILL:
                if (memory_ready)
                    next_state = LOOK_UP;
            default:
                next_state = IDLE;
        endcase
    end

    always @(posedge clk) begin
        if (rst)
            state <= IDLE;
        else
            state <= next_state;
    end

    always @(posedge clk) begin
        if (rst) begin
            first_look_up <= 1'b0;
        end else if (take_request) begin
            stored_write   <= request_write;
            stored_address <= request_address;
            stored_data    <= request_data;
            first_look_up  <= 1'b1;
        end else if (state == LOOK_UP) begin
            first_look_up <= 1'b0;
        end
    end

    // Valid and dirty bits
    always @(posedge clk) begin
        if (rst) begin
            line_valid <= 8'd0;
            line_dirty <= 8'd0;
        end else if (store_request) begin
            line_valid[line_number] <= 1'b1;
            line_dirty[line_number] <= 1'b1;
        end else if (finish_evict) begin
            line_valid[line_number] <= 1'b0;
            line_dirty[line_number] <= 1'b0;
        end else if (finish_fill) begin
            line_valid[line_number] <= 1'b1;
            line_dirty[line_number] <= 1'b0;
        end
    end

    // Tags and words
    always @(posedge clk) begin
        if (!rst && (store_request || finish_fill)) begin
            line_tag[line_number]  <= request_tag;
            line_word[line_number] <= finish_fill ? memory_read_data : stored_data;
        end
    end

    assign request_ready     = (state == IDLE);
    assign response_valid    = complete;
    assign response_hit      = complete && hit && first_look_up;
    assign response_data     = old_word;
    assign memory_valid      = (state == WRITE_BACK) || (state == FILL);
    assign memory_write      = (state == WRITE_BACK);
    assign memory_address    = (state == WRITE_BACK) ? {old_tag, line_number} : stored_address;
    assign memory_write_data = old_word;

endmodule
