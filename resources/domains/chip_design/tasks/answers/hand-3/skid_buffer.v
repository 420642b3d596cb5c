module skid_buffer(
    input  wire        clk,
    input  wire        rst,
    input  wire        in_valid,
    output wire        in_ready,
    input  wire [15:0] in_data,
    output wire        out_valid,
    input  wire        out_ready,
    output wire [15:0] out_data
);
    reg [15:0] main_data, skid_data;
    reg main_valid, skid_valid;

    assign in_ready = !skid_valid;
    assign out_valid = main_valid;
    assign out_data = main_data;

    wire take = in_valid && in_ready;
    wire give = main_valid && out_ready;

    always @(posedge clk) begin
        if (rst) begin
            main_valid <= 1'b0;
            skid_valid <= 1'b0;
        end else if (give || !main_valid) begin
            if (skid_valid) begin
                main_data <= skid_data;
                main_valid <= 1'b1;
                skid_valid <= 1'b0;
            end else begin
                main_data <= in_data;
                main_valid <= take;
            end
        end else if (take) begin
            skid_data <= in_data;
            skid_valid <= 1'b1;
        end
    end
endmodule
