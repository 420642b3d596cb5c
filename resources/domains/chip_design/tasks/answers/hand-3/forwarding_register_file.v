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
    reg [7:0] low [0:15];
    reg [7:0] high [0:15];
    integer i;

    wire we0 = write_enable_0 && (write_address_0 != 4'd0);
    wire we1_low = write_enable_1 && byte_enable_1[0] && (write_address_1 != 4'd0);
    wire we1_high = write_enable_1 && byte_enable_1[1] && (write_address_1 != 4'd0);

    always @(posedge clk) begin
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) begin
                low[i] <= 8'd0;
                high[i] <= 8'd0;
            end
        end else begin
            if (we0) begin
                low[write_address_0] <= write_data_0[7:0];
                high[write_address_0] <= write_data_0[15:8];
            end
            if (we1_low)
                low[write_address_1] <= write_data_1[7:0];
            if (we1_high)
                high[write_address_1] <= write_data_1[15:8];
        end
    end

    wire a0 = we0 && (read_address_a == write_address_0);
    wire b0 = we0 && (read_address_b == write_address_0);
    wire a1 = (read_address_a == write_address_1);
    wire b1 = (read_address_b == write_address_1);

    wire [7:0] a_low = (a1 && we1_low) ? write_data_1[7:0] : a0 ? write_data_0[7:0] : low[read_address_a];
    wire [7:0] a_high = (a1 && we1_high) ? write_data_1[15:8] : a0 ? write_data_0[15:8] : high[read_address_a];
    wire [7:0] b_low = (b1 && we1_low) ? write_data_1[7:0] : b0 ? write_data_0[7:0] : low[read_address_b];
    wire [7:0] b_high = (b1 && we1_high) ? write_data_1[15:8] : b0 ? write_data_0[15:8] : high[read_address_b];

    assign read_data_a = (read_address_a == 4'd0) ? 16'd0 : {a_high, a_low};
    assign read_data_b = (read_address_b == 4'd0) ? 16'd0 : {b_high, b_low};
endmodule
