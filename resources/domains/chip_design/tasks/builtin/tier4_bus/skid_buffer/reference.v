// Two-entry register slice: `main` faces the consumer, `skid` catches the word that arrives while the consumer stalls.
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
    reg        main_valid;
    reg        skid_valid;
    reg [15:0] main_data;
    reg [15:0] skid_data;

    wire take_in  = in_valid && in_ready;
    wire take_out = main_valid && out_ready;

    assign in_ready  = !skid_valid;
    assign out_valid = main_valid;
    assign out_data  = main_data;

    always @(posedge clk) begin
        if (rst) begin
            main_valid <= 1'b0;
            skid_valid <= 1'b0;
        end else if (take_out || !main_valid) begin
            // The output register is free after this edge: the skid word is older than any new one.
            if (skid_valid) begin
                main_data  <= skid_data;
                skid_valid <= 1'b0;
            end else begin
                main_data  <= in_data;
                main_valid <= take_in;
            end
        end else if (take_in) begin
            skid_data  <= in_data;
            skid_valid <= 1'b1;
        end
    end
endmodule
