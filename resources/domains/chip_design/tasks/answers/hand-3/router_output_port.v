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
    reg        valid_r, last_r;
    reg [1:0]  source_r;
    reg [15:0] data_r;
    reg [2:0]  credit_r;
    reg        locked;
    reg [1:0]  owner, pointer;

    reg [1:0] choice;
    reg       granted;
    wire [1:0] p1 = pointer + 2'd1;
    wire [1:0] p2 = pointer + 2'd2;
    wire [1:0] p3 = pointer + 2'd3;

    always @* begin
        choice = owner;
        granted = 1'b0;
        if (locked) begin
            choice = owner;
            granted = in_valid[owner];
        end else begin
            granted = |in_valid;
            if (in_valid[pointer]) choice = pointer;
            else if (in_valid[p1]) choice = p1;
            else if (in_valid[p2]) choice = p2;
            else choice = p3;
        end
        if (credit_r == 3'd0)
            granted = 1'b0;
    end

    assign in_ready = granted ? (4'd1 << choice) : 4'd0;

    always @(posedge clk) begin
        if (rst) begin
            valid_r <= 1'b0;
            last_r <= 1'b0;
            source_r <= 2'd0;
            data_r <= 16'd0;
            credit_r <= 3'd4;
            locked <= 1'b0;
            owner <= 2'd0;
            pointer <= 2'd0;
        end else begin
            valid_r <= granted;
            if (granted) begin
                last_r <= in_last[choice];
                source_r <= choice;
                data_r <= in_data[16*choice +: 16];
                owner <= choice;
                locked <= !in_last[choice];
                if (in_last[choice])
                    pointer <= choice + 2'd1;
            end
            if (granted && !credit_return)
                credit_r <= credit_r - 3'd1;
            else if (!granted && credit_return && credit_r != 3'd4)
                credit_r <= credit_r + 3'd1;
        end
    end

    assign out_valid = valid_r;
    assign out_last = last_r;
    assign out_source = source_r;
    assign out_data = data_r;
    assign credits = credit_r;
endmodule
