// Round-robin choice among four inputs, held for a whole packet, and gated by the receiver's credits.
module router_output_port(
    input  wire        clk,
    input  wire        rst,
    input  wire [3:0]  in_valid,
    input  wire [3:0]  in_last,
    input  wire [63:0] in_data,
    output wire [3:0]  in_ready,
    output reg         out_valid,
    output reg         out_last,
    output reg  [1:0]  out_source,
    output reg  [15:0] out_data,
    input  wire        credit_return,
    output reg  [2:0]  credits
);
    localparam [2:0] PLACES = 3'd4;

    reg       locked;
    reg [1:0] owner;
    reg [1:0] pointer;

    // Requests turned so that bit 0 belongs to the input with the highest priority.
    wire [6:0] doubled = {in_valid[2:0], in_valid};
    wire [2:0] turned  = doubled[{1'b0, pointer} +: 3];
    wire [1:0] offset  = turned[0] ? 2'd0 : turned[1] ? 2'd1 : turned[2] ? 2'd2 : 2'd3;
    wire [1:0] winner  = locked ? owner : pointer + offset;
    wire       grant   = in_valid[winner] && (credits != 3'd0);

    assign in_ready = grant ? (4'b0001 << winner) : 4'b0000;

    always @(posedge clk) begin
        if (rst) begin
            locked     <= 1'b0;
            pointer    <= 2'd0;
            credits    <= PLACES;
            out_valid  <= 1'b0;
            out_last   <= 1'b0;
            out_source <= 2'd0;
            out_data   <= 16'd0;
        end else begin
            out_valid <= grant;
            if (grant) begin
                out_last   <= in_last[winner];
                out_source <= winner;
                out_data   <= in_data[16 * winner +: 16];
                owner      <= winner;
                locked     <= !in_last[winner];
                if (in_last[winner])
                    pointer <= winner + 2'd1;
            end
            if (grant && !credit_return)
                credits <= credits - 3'd1;
            else if (!grant && credit_return && credits != PLACES)
                credits <= credits + 3'd1;
        end
    end
endmodule
