module frf_word(
    input  wire        clk,
    input  wire        rst,
    input  wire        s0,
    input  wire [1:0]  s1,
    input  wire [15:0] d0,
    input  wire [15:0] d1,
    output wire [15:0] nx
);
    reg [15:0] q;
    assign nx[7:0]  = s1[0] ? d1[7:0]  : s0 ? d0[7:0]  : q[7:0];
    assign nx[15:8] = s1[1] ? d1[15:8] : s0 ? d0[15:8] : q[15:8];
    always @(posedge clk) q <= rst ? 16'd0 : nx;
endmodule

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
    // reads look at the next-state bus, which is write-through by construction
    wire [255:0] nx;
    wire [15:0]  e0 = {15'd0, write_enable_0} << write_address_0;
    wire [15:0]  e1 = {15'd0, write_enable_1} << write_address_1;

    assign nx[15:0] = 16'd0;
    genvar g;
    generate
        for (g = 1; g < 16; g = g + 1) begin : g_word
            frf_word u_w(.clk(clk), .rst(rst), .s0(e0[g]), .s1({2{e1[g]}} & byte_enable_1),
                         .d0(write_data_0), .d1(write_data_1), .nx(nx[16*g +: 16]));
        end
    endgenerate

    assign read_data_a = nx[{read_address_a, 4'b0000} +: 16];
    assign read_data_b = nx[{read_address_b, 4'b0000} +: 16];
endmodule
