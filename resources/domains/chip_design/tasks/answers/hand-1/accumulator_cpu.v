// Single-cycle 8-bit accumulator CPU with separate program and data memories.
module accumulator_cpu(
    input  wire       clk,
    input  wire       rst,
    input  wire       load_enable,
    input  wire [3:0] load_address,
    input  wire [7:0] load_data,
    input  wire       run,
    input  wire [7:0] in_port,
    output wire [7:0] out_port,
    output wire       out_strobe,
    output wire       halted,
    output wire [3:0] pc,
    output wire [7:0] accumulator
);

    localparam OP_NOP = 4'd0;
    localparam OP_LDI = 4'd1;
    localparam OP_LDA = 4'd2;
    localparam OP_STA = 4'd3;
    localparam OP_ADD = 4'd4;
    localparam OP_SUB = 4'd5;
    localparam OP_AND = 4'd6;
    localparam OP_XOR = 4'd7;
    localparam OP_ADI = 4'd8;
    localparam OP_SHL = 4'd9;
    localparam OP_JMP = 4'd10;
    localparam OP_JZ  = 4'd11;
    localparam OP_JC  = 4'd12;
    localparam OP_IN  = 4'd13;
    localparam OP_OUT = 4'd14;
    localparam OP_HLT = 4'd15;

    reg [7:0] program_memory [0:15];
    reg [7:0] data_memory    [0:15];

    reg [3:0] pc_register;
    reg [7:0] acc_register;
    reg       carry_register;
    reg [7:0] out_register;
    reg       strobe_register;
    reg       halted_register;

    assign pc          = pc_register;
    assign accumulator = acc_register;
    assign out_port    = out_register;
    assign out_strobe  = strobe_register;
    assign halted      = halted_register;

    // Fetch and operand read
    wire [7:0] instruction = program_memory[pc_register];
    wire [3:0] opcode      = instruction[7:4];
    wire [3:0] operand     = instruction[3:0];
    wire [7:0] data_byte   = data_memory[operand];

    wire execute = run && !halted_register;

    // Next values of what an instruction may change
    reg [3:0] next_pc;
    reg [7:0] next_acc;
    reg       next_carry;

    always @* begin
        next_pc    = pc_register + 4'd1;
        next_acc   = acc_register;
        next_carry = carry_register;
        case (opcode)
            OP_LDI: next_acc = {4'b0000, operand};
            OP_LDA: next_acc = data_byte;
            OP_ADD: {next_carry, next_acc} = {1'b0, acc_register} + {1'b0, data_byte};
            OP_SUB: {next_carry, next_acc} = {1'b0, acc_register} - {1'b0, data_byte};
            OP_AND: next_acc = acc_register & data_byte;
            OP_XOR: next_acc = acc_register ^ data_byte;
            OP_ADI: {next_carry, next_acc} = {1'b0, acc_register} + {5'b00000, operand};
            OP_SHL: {next_carry, next_acc} = {acc_register, 1'b0};
            OP_JMP: next_pc = operand;
            OP_JZ:  if (acc_register == 8'd0) next_pc = operand;
            OP_JC:  if (carry_register) next_pc = operand;
            OP_IN:  next_acc = in_port;
            OP_HLT: next_pc = pc_register;
            default: ; // NOP, STA and OUT change none of the three
        endcase
    end

    // Program memory: not cleared by reset
    always @(posedge clk) begin
        if (!rst && load_enable)
            program_memory[load_address] <= load_data;
    end

    // Data memory
    integer index;
    always @(posedge clk) begin
        if (rst) begin
            for (index = 0; index < 16; index = index + 1)
                data_memory[index] <= 8'd0;
        end else if (!load_enable && execute && opcode == OP_STA) begin
            data_memory[operand] <= acc_register;
        end
    end

    // Registers
    always @(posedge clk) begin
        if (rst) begin
            pc_register     <= 4'd0;
            acc_register    <= 8'd0;
            carry_register  <= 1'b0;
            out_register    <= 8'd0;
            strobe_register <= 1'b0;
            halted_register <= 1'b0;
        end else if (load_enable) begin
            strobe_register <= 1'b0;
        end else if (execute) begin
            pc_register     <= next_pc;
            acc_register    <= next_acc;
            carry_register  <= next_carry;
            strobe_register <= (opcode == OP_OUT);
            if (opcode == OP_OUT)
                out_register <= acc_register;
            if (opcode == OP_HLT)
                halted_register <= 1'b1;
        end else begin
            strobe_register <= 1'b0;
        end
    end

endmodule
