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
    reg [31:0] regs [0:31];

    // decode
    wire [6:0] opcode = instruction[6:0];
    wire [2:0] funct3 = instruction[14:12];
    wire [6:0] funct7 = instruction[31:25];
    wire [4:0] rs1 = instruction[19:15];
    wire [4:0] rs2 = instruction[24:20];
    wire [31:0] imm_i = {{20{instruction[31]}}, instruction[31:20]};
    wire is_op = (opcode == 7'b0110011);
    wire is_imm = (opcode == 7'b0010011);
    wire is_lui = (opcode == 7'b0110111);

    reg legal;
    always @* begin
        legal = 1'b0;
        if (is_op)
            legal = (funct7 == 7'b0000000) ||
                    (funct7 == 7'b0100000 && (funct3 == 3'd0 || funct3 == 3'd5));
        else if (is_imm) begin
            case (funct3)
                3'd1: legal = (funct7 == 7'b0000000);
                3'd5: legal = (funct7 == 7'b0000000) || (funct7 == 7'b0100000);
                default: legal = 1'b1;
            endcase
        end else if (is_lui)
            legal = 1'b1;
    end

    // stage 1 registers
    reg        e_valid, e_legal, e_lui, e_alt;
    reg [2:0]  e_funct3;
    reg [4:0]  e_rd;
    reg [31:0] e_a, e_b;

    // execute
    reg [31:0] alu;
    always @* begin
        alu = 32'd0;
        if (e_lui)
            alu = e_b;
        else begin
            case (e_funct3)
                3'd0: alu = e_alt ? e_a - e_b : e_a + e_b;
                3'd1: alu = e_a << e_b[4:0];
                3'd2: alu = {31'd0, $signed(e_a) < $signed(e_b)};
                3'd3: alu = {31'd0, e_a < e_b};
                3'd4: alu = e_a ^ e_b;
                3'd5: begin
                    if (e_alt)
                        alu = $signed(e_a) >>> e_b[4:0];
                    else
                        alu = e_a >> e_b[4:0];
                end
                3'd6: alu = e_a | e_b;
                default: alu = e_a & e_b;
            endcase
        end
    end

    wire write_back = e_valid && e_legal && (e_rd != 5'd0);
    wire [31:0] read1 = (rs1 == 5'd0) ? 32'd0 :
                        (write_back && e_rd == rs1) ? alu : regs[rs1];
    wire [31:0] read2 = (rs2 == 5'd0) ? 32'd0 :
                        (write_back && e_rd == rs2) ? alu : regs[rs2];

    reg        r_valid, r_illegal;
    reg [4:0]  r_register;
    reg [31:0] r_result;
    integer i;

    always @(posedge clk) begin
        if (rst) begin
            e_valid <= 1'b0;
            r_valid <= 1'b0;
            r_illegal <= 1'b0;
            for (i = 0; i < 32; i = i + 1)
                regs[i] <= 32'd0;
        end else if (!stall) begin
            e_valid <= in_valid;
            e_legal <= legal;
            e_lui <= is_lui;
            e_alt <= instruction[30] && (is_op || (is_imm && funct3 == 3'd5));
            e_funct3 <= funct3;
            e_rd <= instruction[11:7];
            e_a <= read1;
            if (is_lui)
                e_b <= {instruction[31:12], 12'd0};
            else if (is_imm)
                e_b <= imm_i;
            else
                e_b <= read2;

            r_valid <= e_valid && e_legal;
            r_illegal <= e_valid && !e_legal;
            r_register <= e_rd;
            r_result <= alu;
            if (write_back)
                regs[e_rd] <= alu;
        end
    end

    assign result_valid = r_valid;
    assign illegal = r_illegal;
    assign result_register = r_register;
    assign result = r_result;
endmodule
