// Output port of a wormhole router: round robin, packet lock, credits.
module router_output_port(
    input  wire        clk,
    input  wire        rst,
    input  wire [3:0]  in_valid,
    input  wire [3:0]  in_last,
    input  wire [63:0] in_data,
    output wire [3:0]  in_ready,
    output wire        out_valid,
    output wire        out_last,
    output wire [1:0]  out_source,
    output wire [15:0] out_data,
    input  wire        credit_return,
    output wire [2:0]  credits
);

    // State
    reg [1:0]  priority_pointer;
    reg        packet_open;
    reg [1:0]  packet_owner;
    reg [2:0]  credit_count;

    // Output registers
    reg        out_valid_register;
    reg        out_last_register;
    reg [1:0]  out_source_register;
    reg [15:0] out_data_register;

    // Round robin among the inputs that offer a flit
    wire [1:0] place_1 = priority_pointer + 2'd1;
    wire [1:0] place_2 = priority_pointer + 2'd2;
    wire [1:0] place_3 = priority_pointer + 2'd3;

    reg [1:0] round_robin_choice;
    always @* begin
        if (in_valid[priority_pointer])
            round_robin_choice = priority_pointer;
        else if (in_valid[place_1])
            round_robin_choice = place_1;
        else if (in_valid[place_2])
            round_robin_choice = place_2;
        else
            round_robin_choice = place_3;
    end

    wire [1:0] chosen  = packet_open ? packet_owner : round_robin_choice;
    wire       granted = (credit_count != 3'd0) && in_valid[chosen];

    assign in_ready = granted ? (4'b0001 << chosen) : 4'b0000;

    // The flit of the chosen input
    reg [15:0] chosen_data;
    always @* begin
        case (chosen)
            2'd0:    chosen_data = in_data[15:0];
            2'd1:    chosen_data = in_data[31:16];
            2'd2:    chosen_data = in_data[47:32];
            default: chosen_data = in_data[63:48];
        endcase
    end
    wire chosen_last = in_last[chosen];

    // Link registers
    always @(posedge clk) begin
        if (rst) begin
            out_valid_register  <= 1'b0;
            out_last_register   <= 1'b0;
            out_source_register <= 2'd0;
            out_data_register   <= 16'd0;
        end else begin
            out_valid_register <= granted;
            if (granted) begin
                out_last_register   <= chosen_last;
                out_source_register <= chosen;
                out_data_register   <= chosen_data;
            end
        end
    end

    // Packet lock and priority pointer
    always @(posedge clk) begin
        if (rst) begin
            priority_pointer <= 2'd0;
            packet_open      <= 1'b0;
            packet_owner     <= 2'd0;
        end else if (granted) begin
            packet_open  <= !chosen_last;
            packet_owner <= chosen;
            if (chosen_last)
                priority_pointer <= chosen + 2'd1;
        end
    end

    // Credits
    always @(posedge clk) begin
        if (rst)
            credit_count <= 3'd4;
        else if (granted && !credit_return)
            credit_count <= credit_count - 3'd1;
        else if (!granted && credit_return && credit_count != 3'd4)
            credit_count <= credit_count + 3'd1;
    end

    assign out_valid  = out_valid_register;
    assign out_last   = out_last_register;
    assign out_source = out_source_register;
    assign out_data   = out_data_register;
    assign credits    = credit_count;

endmodule
