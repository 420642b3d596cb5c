// Stage 1 decodes and reads operands, with the result of stage 2 forwarded; stage 2 computes and writes.
module rv32_datapath(
    input  wire        clk,
    input  wire        rst,
    input  wire        stall,
    input  wire        in_valid,
    input  wire [31:0] instruction,
    output reg         result_valid,
    output reg         illegal,
    output reg  [4:0]  result_register,
    output reg  [31:0] result
);
    localparam [6:0] OP = 7'b0110011, OP_IMM = 7'b0010011, LUI = 7'b0110111;

    reg [31:0] registers [0:31];
    integer    index;

    reg        execute_valid, execute_legal, alternative;
    reg [2:0]  operation;
    reg [4:0]  destination;
    reg [31:0] left, right;
    reg [31:0] computed;

    wire [2:0]  funct3  = instruction[14:12];
    wire [6:0]  funct7  = instruction[31:25];
    wire [4:0]  source1 = instruction[19:15];
    wire [4:0]  source2 = instruction[24:20];
    wire        is_op   = instruction[6:0] == OP;
    wire        is_imm  = instruction[6:0] == OP_IMM;
    wire        is_lui  = instruction[6:0] == LUI;
    wire        shift   = (funct3 == 3'd1) || (funct3 == 3'd5);
    wire        plain   = funct7 == 7'h00;
    wire        changed = funct7 == 7'h20;

    wire legal_op  = is_op && (plain || (changed && (funct3 == 3'd0 || funct3 == 3'd5)));
    wire legal_imm = is_imm && (!shift || plain || (changed && funct3 == 3'd5));

    wire        writes   = execute_valid && execute_legal && (destination != 5'd0);
    wire [31:0] operand1 = (writes && destination == source1) ? computed : registers[source1];
    wire [31:0] operand2 = (writes && destination == source2) ? computed : registers[source2];

    always @* begin
        case (operation)
            3'd0:    computed = alternative ? left - right : left + right;
            3'd1:    computed = left << right[4:0];
            3'd2:    computed = {31'd0, $signed(left) < $signed(right)};
            3'd3:    computed = {31'd0, left < right};
            3'd4:    computed = left ^ right;
            3'd5:    computed = alternative ? $unsigned($signed(left) >>> right[4:0]) : left >> right[4:0];
            3'd6:    computed = left | right;
            default: computed = left & right;
        endcase
    end

    always @(posedge clk) begin
        if (rst) begin
            execute_valid <= 1'b0;
            result_valid  <= 1'b0;
            illegal       <= 1'b0;
            for (index = 0; index < 32; index = index + 1)
                registers[index] <= 32'd0;
        end else if (!stall) begin
            execute_valid <= in_valid;
            execute_legal <= legal_op || legal_imm || is_lui;
            // ADDI has immediate bits where SUB has its flag.
            alternative   <= changed && (is_op || (is_imm && shift));
            operation     <= is_lui ? 3'd0 : funct3;
            destination   <= instruction[11:7];
            left          <= is_lui ? 32'd0 : operand1;
            right         <= is_lui ? {instruction[31:12], 12'd0}
                           : is_imm ? {{20{instruction[31]}}, instruction[31:20]} : operand2;

            result_valid    <= execute_valid && execute_legal;
            illegal         <= execute_valid && !execute_legal;
            result_register <= destination;
            result          <= computed;
            if (writes)
                registers[destination] <= computed;
        end
    end
endmodule
