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
    reg        some, room;
    reg [15:0] head, skid;

    wire push = in_valid & room;
    wire pop  = some & out_ready;
    wire load = ~some | out_ready;

    always @(posedge clk)
        if (rst) begin
            some <= 1'b0;
            room <= 1'b1;
        end else begin
            some <= push | ~room | (some & ~pop);
            room <= pop | (room & ~(push & some));
        end

    always @(posedge clk) begin
        if (load) head <= room ? in_data : skid;
        if (room) skid <= in_data;
    end

    assign in_ready  = room;
    assign out_valid = some;
    assign out_data  = head;
endmodule
