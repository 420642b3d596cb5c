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
    reg [7:0] program_memory [0:15];
    reg [7:0] data_memory [0:15];
    reg [7:0] acc, out_reg;
    reg [3:0] pc_reg;
    reg       carry, strobe, halt;

    wire [7:0] instruction = program_memory[pc_reg];
    wire [3:0] opcode = instruction[7:4];
    wire [3:0] n = instruction[3:0];
    wire [7:0] m = data_memory[n];
    wire [8:0] sum = {1'b0, acc} + {1'b0, m};
    wire [8:0] difference = {1'b0, acc} - {1'b0, m};
    wire [8:0] sum_immediate = {1'b0, acc} + {5'b0, n};

    integer i;

    always @(posedge clk) begin
        if (rst) begin
            pc_reg <= 4'd0;
            acc <= 8'd0;
            carry <= 1'b0;
            out_reg <= 8'd0;
            strobe <= 1'b0;
            halt <= 1'b0;
            for (i = 0; i < 16; i = i + 1)
                data_memory[i] <= 8'd0;
        end else if (load_enable) begin
            program_memory[load_address] <= load_data;
            strobe <= 1'b0;
        end else if (run && !halt) begin
            strobe <= 1'b0;
            pc_reg <= pc_reg + 4'd1;
            case (opcode)
                4'd1: acc <= {4'd0, n};
                4'd2: acc <= m;
                4'd3: data_memory[n] <= acc;
                4'd4: {carry, acc} <= sum;
                4'd5: {carry, acc} <= difference;
                4'd6: acc <= acc & m;
                4'd7: acc <= acc ^ m;
                4'd8: {carry, acc} <= sum_immediate;
                4'd9: {carry, acc} <= {acc, 1'b0};
                4'd10: pc_reg <= n;
                4'd11: if (acc == 8'd0) pc_reg <= n;
                4'd12: if (carry) pc_reg <= n;
                4'd13: acc <= in_port;
                4'd14: begin
                    out_reg <= acc;
                    strobe <= 1'b1;
                end
                4'd15: begin
                    halt <= 1'b1;
                    pc_reg <= pc_reg;
                end
                default: ;
            endcase
        end else begin
            strobe <= 1'b0;
        end
    end

    assign out_port = out_reg;
    assign out_strobe = strobe;
    assign halted = halt;
    assign pc = pc_reg;
    assign accumulator = acc;
endmodule
