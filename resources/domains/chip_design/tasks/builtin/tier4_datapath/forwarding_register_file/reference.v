// Sixteen registers; every read passes through the same merge of stored word, port 0 and port 1 as the write does.
module forwarding_register_file(
    input  wire        clk,
    input  wire        rst,
    input  wire        write_enable_0,
    input  wire [3:0]  write_address_0,
    input  wire [15:0] write_data_0,
    input  wire        write_enable_1,
    input  wire [3:0]  write_address_1,
    input  wire [15:0] write_data_1,
    input  wire [1:0]  byte_enable_1,
    input  wire [3:0]  read_address_a,
    input  wire [3:0]  read_address_b,
    output wire [15:0] read_data_a,
    output wire [15:0] read_data_b
);
    reg [15:0] registers [0:15];
    integer    index;

    wire write_0    = write_enable_0 && (write_address_0 != 4'd0);
    wire write_1_lo = write_enable_1 && (write_address_1 != 4'd0) && byte_enable_1[0];
    wire write_1_hi = write_enable_1 && (write_address_1 != 4'd0) && byte_enable_1[1];

    wire a_hits_0 = write_0 && (write_address_0 == read_address_a);
    wire b_hits_0 = write_0 && (write_address_0 == read_address_b);
    wire a_hits_1 = (write_address_1 == read_address_a);
    wire b_hits_1 = (write_address_1 == read_address_b);

    wire [15:0] a_after_0 = a_hits_0 ? write_data_0 : registers[read_address_a];
    wire [15:0] b_after_0 = b_hits_0 ? write_data_0 : registers[read_address_b];

    assign read_data_a[7:0]  = (read_address_a == 4'd0) ? 8'd0
                             : (write_1_lo && a_hits_1) ? write_data_1[7:0] : a_after_0[7:0];
    assign read_data_a[15:8] = (read_address_a == 4'd0) ? 8'd0
                             : (write_1_hi && a_hits_1) ? write_data_1[15:8] : a_after_0[15:8];
    assign read_data_b[7:0]  = (read_address_b == 4'd0) ? 8'd0
                             : (write_1_lo && b_hits_1) ? write_data_1[7:0] : b_after_0[7:0];
    assign read_data_b[15:8] = (read_address_b == 4'd0) ? 8'd0
                             : (write_1_hi && b_hits_1) ? write_data_1[15:8] : b_after_0[15:8];

    always @(posedge clk) begin
        if (rst) begin
            for (index = 0; index < 16; index = index + 1)
                registers[index] <= 16'd0;
        end else begin
            // Later assignments win, so port 1 overrides port 0 byte by byte.
            if (write_0)    registers[write_address_0]       <= write_data_0;
            if (write_1_lo) registers[write_address_1][7:0]  <= write_data_1[7:0];
            if (write_1_hi) registers[write_address_1][15:8] <= write_data_1[15:8];
        end
    end
endmodule
