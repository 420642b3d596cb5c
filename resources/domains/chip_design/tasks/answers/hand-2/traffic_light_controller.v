module traffic_light_controller(
    input  wire       clk,
    input  wire       reset_n,
    input  wire       tick,
    input  wire       side_waiting,
    input  wire       pedestrian_button,
    output reg  [2:0] main_light,
    output reg  [2:0] side_light,
    output wire       walk,
    output reg        pedestrian_waiting,
    output reg  [2:0] remaining
);
    // one-hot phase ring
    localparam [5:0] MG = 6'b000001, MY = 6'b000010, CL = 6'b000100,
                     PD = 6'b001000, SG = 6'b010000, SY = 6'b100000;
    reg  [5:0] ph;
    wire       mg = ph[0], my = ph[1], pd = ph[3], sg = ph[4], sy = ph[5];
    wire       ask = side_waiting | pedestrian_waiting;
    wire       due = tick & (remaining == 3'd1);
    wire       go  = due & (~mg | ask);

    reg  [5:0] nx;
    reg  [2:0] len;
    always @* begin
        case (ph)
            MG:      nx = MY;
            MY:      nx = CL;
            CL:      nx = pedestrian_waiting ? PD : SG;
            PD:      nx = side_waiting ? SG : MG;
            SG:      nx = SY;
            default: nx = MG;
        endcase
        case (nx)
            MG:      len = 3'd6;
            MY:      len = 3'd2;
            CL:      len = 3'd1;
            PD:      len = 3'd4;
            SG:      len = 3'd5;
            default: len = 3'd2;
        endcase
    end

    always @(posedge clk or negedge reset_n)
        if (!reset_n) begin
            ph        <= MG;
            remaining <= 3'd6;
        end else if (go) begin
            ph        <= nx;
            remaining <= len;
        end else if (tick & ~due)
            remaining <= remaining - 3'd1;

    always @(posedge clk or negedge reset_n)
        if (!reset_n)
            pedestrian_waiting <= 1'b0;
        else if (go & nx[3])
            pedestrian_waiting <= 1'b0;
        else if (!pd)
            pedestrian_waiting <= pedestrian_waiting | pedestrian_button;

    always @* begin
        main_light = {~(mg | my), my, mg};
        side_light = {~(sg | sy), sy, sg};
    end
    assign walk = pd;
endmodule
