// One instruction per cycle: fetch and decode are combinational, all state changes at one edge.
module accumulator_cpu(
    input  wire       clk,
    input  wire       rst,
    input  wire       load_enable,
    input  wire [3:0] load_address,
    input  wire [7:0] load_data,
    input  wire       run,
    input  wire [7:0] in_port,
    output reg  [7:0] out_port,
    output reg        out_strobe,
    output reg        halted,
    output reg  [3:0] pc,
    output reg  [7:0] accumulator
);
    localparam [3:0] LDI = 4'd1, LDA = 4'd2, STA = 4'd3, ADD = 4'd4, SUB = 4'd5, AND = 4'd6, XOR = 4'd7, ADI = 4'd8,
                     SHL = 4'd9, JMP = 4'd10, JZ = 4'd11, JC = 4'd12, IN = 4'd13, OUT = 4'd14, HLT = 4'd15;

    reg [7:0] program_memory [0:15];
    reg [7:0] data_memory [0:15];
    reg       carry;
    integer   index;

    wire [7:0] instruction = program_memory[pc];
    wire [3:0] opcode      = instruction[7:4];
    wire [3:0] operand     = instruction[3:0];
    wire [7:0] memory_byte = data_memory[operand];
    wire       execute     = run && !halted && !load_enable;

    reg [7:0] next_accumulator;
    reg       next_carry;
    reg [3:0] next_pc;

    always @* begin
        next_accumulator = accumulator;
        next_carry       = carry;
        next_pc          = pc + 4'd1;
        case (opcode)
            LDI: next_accumulator = {4'd0, operand};
            LDA: next_accumulator = memory_byte;
            ADD: {next_carry, next_accumulator} = {1'b0, accumulator} + {1'b0, memory_byte};
            SUB: {next_carry, next_accumulator} = {1'b0, accumulator} - {1'b0, memory_byte};
            AND: next_accumulator = accumulator & memory_byte;
            XOR: next_accumulator = accumulator ^ memory_byte;
            ADI: {next_carry, next_accumulator} = {1'b0, accumulator} + {5'd0, operand};
            SHL: {next_carry, next_accumulator} = {accumulator, 1'b0};
            JMP: next_pc = operand;
            JZ:  if (accumulator == 8'd0) next_pc = operand;
            JC:  if (carry) next_pc = operand;
            IN:  next_accumulator = in_port;
            HLT: next_pc = pc;
            default: ;
        endcase
    end

    always @(posedge clk) begin
        if (rst) begin
            pc          <= 4'd0;
            accumulator <= 8'd0;
            carry       <= 1'b0;
            out_port    <= 8'd0;
            out_strobe  <= 1'b0;
            halted      <= 1'b0;
            for (index = 0; index < 16; index = index + 1)
                data_memory[index] <= 8'd0;
        end else begin
            out_strobe <= execute && (opcode == OUT);
            if (load_enable)
                program_memory[load_address] <= load_data;
            if (execute) begin
                pc          <= next_pc;
                accumulator <= next_accumulator;
                carry       <= next_carry;
                if (opcode == STA) data_memory[operand] <= accumulator;
                if (opcode == OUT) out_port <= accumulator;
                if (opcode == HLT) halted <= 1'b1;
            end
        end
    end
endmodule
