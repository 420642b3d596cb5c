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
    localparam [2:0] RED = 3'b100, YELLOW = 3'b010, GREEN = 3'b001;

    localparam [2:0] MAIN_GREEN  = 3'd0,
                     MAIN_YELLOW = 3'd1,
                     CLEARANCE   = 3'd2,
                     PEDESTRIAN  = 3'd3,
                     SIDE_GREEN  = 3'd4,
                     SIDE_YELLOW = 3'd5;

    reg [2:0] phase;
    reg [2:0] next_phase;
    reg [2:0] next_length;

    wire wanted = side_waiting || pedestrian_waiting;
    wire leave  = tick && remaining == 3'd1 && (phase != MAIN_GREEN || wanted);

    assign walk = (phase == PEDESTRIAN);

    always @* begin
        main_light = RED;
        side_light = RED;
        case (phase)
            MAIN_GREEN:  main_light = GREEN;
            MAIN_YELLOW: main_light = YELLOW;
            SIDE_GREEN:  side_light = GREEN;
            SIDE_YELLOW: side_light = YELLOW;
            default:     ;
        endcase
    end

    always @* begin
        case (phase)
            MAIN_GREEN:  next_phase = MAIN_YELLOW;
            MAIN_YELLOW: next_phase = CLEARANCE;
            CLEARANCE:   next_phase = pedestrian_waiting ? PEDESTRIAN : SIDE_GREEN;
            PEDESTRIAN:  next_phase = side_waiting ? SIDE_GREEN : MAIN_GREEN;
            SIDE_GREEN:  next_phase = SIDE_YELLOW;
            default:     next_phase = MAIN_GREEN;
        endcase
        case (next_phase)
            MAIN_GREEN: next_length = 3'd6;
            CLEARANCE:  next_length = 3'd1;
            PEDESTRIAN: next_length = 3'd4;
            SIDE_GREEN: next_length = 3'd5;
            default:    next_length = 3'd2;
        endcase
    end

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            phase     <= MAIN_GREEN;
            remaining <= 3'd6;
        end else if (leave) begin
            phase     <= next_phase;
            remaining <= next_length;
        end else if (tick && remaining != 3'd1)
            remaining <= remaining - 3'd1;
    end

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n)
            pedestrian_waiting <= 1'b0;
        else if (leave && next_phase == PEDESTRIAN)
            pedestrian_waiting <= 1'b0;
        else if (pedestrian_button && !walk)
            pedestrian_waiting <= 1'b1;
    end
endmodule
