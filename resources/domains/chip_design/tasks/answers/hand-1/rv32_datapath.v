// Arithmetic unit for the RV32I integer operations.
module rv32_alu(
    input  wire [2:0]  operation,   // funct3
    input  wire        alternate,   // SUB instead of ADD, SRA instead of SRL
    input  wire [31:0] left,
    input  wire [31:0] right,
    output reg  [31:0] value
);

    wire [4:0]         shift_amount = right[4:0];
    wire signed [31:0] left_signed  = left;
    wire signed [31:0] right_signed = right;
    wire signed [31:0] shifted_arithmetic = left_signed >>> shift_amount;
    wire               less_signed   = (left_signed < right_signed);
    wire               less_unsigned = (left < right);

    always @* begin
        case (operation)
            3'd0:    value = alternate ? (left - right) : (left + right);
            3'd1:    value = left << shift_amount;
            3'd2:    value = {31'd0, less_signed};
            3'd3:    value = {31'd0, less_unsigned};
            3'd4:    value = left ^ right;
            3'd5:    value = alternate ? shifted_arithmetic : (left >> shift_amount);
            3'd6:    value = left | right;
            default: value = left & right;
        endcase
    end

endmodule

// Two-stage datapath: decode and operand read, then execute and write.
module rv32_datapath(
    input  wire        clk,
    input  wire        rst,
    input  wire        stall,
    input  wire        in_valid,
    input  wire [31:0] instruction,
    output wire        result_valid,
    output wire        illegal,
    output wire [4:0]  result_register,
    output wire [31:0] result
);

    localparam [6:0] OPCODE_REGISTER  = 7'b0110011;
    localparam [6:0] OPCODE_IMMEDIATE = 7'b0010011;
    localparam [6:0] OPCODE_LUI       = 7'b0110111;

    // ---------------- decode ----------------
    wire [6:0] opcode  = instruction[6:0];
    wire [4:0] rd      = instruction[11:7];
    wire [2:0] funct3  = instruction[14:12];
    wire [4:0] rs1     = instruction[19:15];
    wire [4:0] rs2     = instruction[24:20];
    wire [6:0] funct7  = instruction[31:25];

    wire [31:0] immediate_i = {{20{instruction[31]}}, instruction[31:20]};
    wire [31:0] immediate_u = {instruction[31:12], 12'd0};

    wire funct7_plain     = (funct7 == 7'b0000000);
    wire funct7_alternate = (funct7 == 7'b0100000);

    reg        decoded_legal;
    reg [2:0]  decoded_operation;
    reg        decoded_alternate;

    always @* begin
        decoded_legal     = 1'b0;
        decoded_operation = funct3;
        decoded_alternate = 1'b0;
        case (opcode)
            OPCODE_REGISTER: begin
                decoded_legal = funct7_plain ||
                                (funct7_alternate && (funct3 == 3'd0 || funct3 == 3'd5));
                decoded_alternate = funct7_alternate;
            end
            OPCODE_IMMEDIATE: begin
                if (funct3 == 3'd1) begin
                    decoded_legal = funct7_plain;
                end else if (funct3 == 3'd5) begin
                    decoded_legal     = funct7_plain || funct7_alternate;
                    decoded_alternate = funct7_alternate;
                end else begin
                    decoded_legal = 1'b1;
                end
            end
            OPCODE_LUI: begin
                // Computed as 0 + immediate
                decoded_legal     = 1'b1;
                decoded_operation = 3'd0;
            end
            default: ;
        endcase
    end

    // ---------------- registers and forwarding ----------------
    reg [31:0] registers [0:31];

    reg        stage_valid;
    reg        stage_legal;
    reg [2:0]  stage_operation;
    reg        stage_alternate;
    reg [4:0]  stage_rd;
    reg [31:0] stage_left;
    reg [31:0] stage_right;

    wire [31:0] alu_value;
    wire        completes      = stage_valid && stage_legal;
    wire        writes_back    = completes && (stage_rd != 5'd0);

    wire [31:0] source_1 = (writes_back && stage_rd == rs1) ? alu_value : registers[rs1];
    wire [31:0] source_2 = (writes_back && stage_rd == rs2) ? alu_value : registers[rs2];

    reg [31:0] operand_left;
    reg [31:0] operand_right;
    always @* begin
        operand_left  = source_1;
        operand_right = source_2;
        if (opcode == OPCODE_IMMEDIATE)
            operand_right = immediate_i;
        if (opcode == OPCODE_LUI) begin
            operand_left  = 32'd0;
            operand_right = immediate_u;
        end
    end

    // Stage 1
    always @(posedge clk) begin
        if (rst) begin
            stage_valid     <= 1'b0;
            stage_legal     <= 1'b0;
            stage_operation <= 3'd0;
            stage_alternate <= 1'b0;
            stage_rd        <= 5'd0;
            stage_left      <= 32'd0;
            stage_right     <= 32'd0;
        end else if (!stall) begin
            stage_valid     <= in_valid;
            stage_legal     <= decoded_legal;
            stage_operation <= decoded_operation;
            stage_alternate <= decoded_alternate;
            stage_rd        <= rd;
            stage_left      <= operand_left;
            stage_right     <= operand_right;
        end
    end

    rv32_alu alu(
        .operation(stage_operation),
        .alternate(stage_alternate),
        .left(stage_left),
        .right(stage_right),
        .value(alu_value)
    );

    // Stage 2: register file. Register 0 is only written by reset.
    integer index;
    always @(posedge clk) begin
        if (rst) begin
            for (index = 0; index < 32; index = index + 1)
                registers[index] <= 32'd0;
        end else if (!stall && writes_back) begin
            registers[stage_rd] <= alu_value;
        end
    end

    // Stage 2: outputs
    reg        result_valid_register;
    reg        illegal_register;
    reg [4:0]  result_number;
    reg [31:0] result_value;

    always @(posedge clk) begin
        if (rst) begin
            result_valid_register <= 1'b0;
            illegal_register      <= 1'b0;
            result_number         <= 5'd0;
            result_value          <= 32'd0;
        end else if (!stall) begin
            result_valid_register <= completes;
            illegal_register      <= stage_valid && !stage_legal;
            result_number         <= stage_rd;
            result_value          <= alu_value;
        end
    end

    assign result_valid    = result_valid_register;
    assign illegal         = illegal_register;
    assign result_register = result_number;
    assign result          = result_value;

endmodule
