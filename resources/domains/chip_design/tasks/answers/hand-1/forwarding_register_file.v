// Combinational read port: stored word with both write ports forwarded.
module forwarding_read_port(
    input  wire [3:0]  address,
    input  wire [15:0] stored_word,
    input  wire        write_0,
    input  wire [3:0]  write_address_0,
    input  wire [15:0] write_data_0,
    input  wire        write_1,
    input  wire [3:0]  write_address_1,
    input  wire [15:0] write_data_1,
    input  wire [1:0]  byte_enable_1,
    output wire [15:0] read_data
);

    wire match_0      = write_0 && (write_address_0 == address);
    wire match_1      = write_1 && (write_address_1 == address);
    wire match_1_low  = match_1 && byte_enable_1[0];
    wire match_1_high = match_1 && byte_enable_1[1];

    wire [15:0] after_port_0 = match_0 ? write_data_0 : stored_word;
    wire [7:0]  low_byte     = match_1_low  ? write_data_1[7:0]  : after_port_0[7:0];
    wire [7:0]  high_byte    = match_1_high ? write_data_1[15:8] : after_port_0[15:8];

    assign read_data = (address == 4'd0) ? 16'd0 : {high_byte, low_byte};

endmodule

// Sixteen 16-bit registers, two write ports, two forwarding read ports.
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

    reg [7:0] low_bytes  [0:15];
    reg [7:0] high_bytes [0:15];

    // Writes to register 0 are ignored.
    wire write_0 = write_enable_0 && (write_address_0 != 4'd0);
    wire write_1 = write_enable_1 && (write_address_1 != 4'd0);

    integer index;

    // Port 1 is assigned last, so it wins for the bytes it writes.
    always @(posedge clk) begin
        if (rst) begin
            for (index = 0; index < 16; index = index + 1) begin
                low_bytes[index]  <= 8'd0;
                high_bytes[index] <= 8'd0;
            end
        end else begin
            if (write_0) begin
                low_bytes[write_address_0]  <= write_data_0[7:0];
                high_bytes[write_address_0] <= write_data_0[15:8];
            end
            if (write_1 && byte_enable_1[0])
                low_bytes[write_address_1] <= write_data_1[7:0];
            if (write_1 && byte_enable_1[1])
                high_bytes[write_address_1] <= write_data_1[15:8];
        end
    end

    wire [15:0] stored_a = {high_bytes[read_address_a], low_bytes[read_address_a]};
    wire [15:0] stored_b = {high_bytes[read_address_b], low_bytes[read_address_b]};

    forwarding_read_port port_a(
        .address(read_address_a),
        .stored_word(stored_a),
        .write_0(write_0),
        .write_address_0(write_address_0),
        .write_data_0(write_data_0),
        .write_1(write_1),
        .write_address_1(write_address_1),
        .write_data_1(write_data_1),
        .byte_enable_1(byte_enable_1),
        .read_data(read_data_a)
    );

    forwarding_read_port port_b(
        .address(read_address_b),
        .stored_word(stored_b),
        .write_0(write_0),
        .write_address_0(write_address_0),
        .write_data_0(write_data_0),
        .write_1(write_1),
        .write_address_1(write_address_1),
        .write_data_1(write_data_1),
        .byte_enable_1(byte_enable_1),
        .read_data(read_data_b)
    );

endmodule
