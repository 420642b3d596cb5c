// Two-entry register slice for a valid/ready stream.
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

    // The front entry feeds the output; the back entry waits behind it.
    reg        front_full;
    reg        back_full;
    reg [15:0] front_data;
    reg [15:0] back_data;

    assign in_ready  = !back_full;
    assign out_valid = front_full;
    assign out_data  = front_data;

    wire take_in   = in_valid && in_ready;
    wire give_out  = out_valid && out_ready;
    wire front_free = !front_full || give_out;   // free after this edge

    always @(posedge clk) begin
        if (rst) begin
            front_full <= 1'b0;
            back_full  <= 1'b0;
        end else if (front_free) begin
            // The back entry moves up first; it is only full when in_ready is 0.
            front_full <= back_full || take_in;
            back_full  <= 1'b0;
        end else if (take_in) begin
            back_full <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (front_free) begin
            if (back_full)
                front_data <= back_data;
            else if (take_in)
                front_data <= in_data;
        end
        if (!front_free && take_in)
            back_data <= in_data;
    end

endmodule
