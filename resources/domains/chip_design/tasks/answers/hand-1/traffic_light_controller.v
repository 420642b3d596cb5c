// Lights of a main road, a side road and a pedestrian crossing.
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

    localparam [2:0] MAIN_GREEN  = 3'd0;
    localparam [2:0] MAIN_YELLOW = 3'd1;
    localparam [2:0] CLEARANCE   = 3'd2;
    localparam [2:0] PEDESTRIAN  = 3'd3;
    localparam [2:0] SIDE_GREEN  = 3'd4;
    localparam [2:0] SIDE_YELLOW = 3'd5;

    localparam [2:0] RED    = 3'b100;
    localparam [2:0] YELLOW = 3'b010;
    localparam [2:0] GREEN  = 3'b001;

    reg [2:0] phase;
    reg [2:0] following_phase;
    reg [2:0] following_length;

    // The phase that comes after the present one
    always @* begin
        case (phase)
            MAIN_GREEN:  following_phase = MAIN_YELLOW;
            MAIN_YELLOW: following_phase = CLEARANCE;
            CLEARANCE:   following_phase = pedestrian_waiting ? PEDESTRIAN : SIDE_GREEN;
            PEDESTRIAN:  following_phase = side_waiting ? SIDE_GREEN : MAIN_GREEN;
            SIDE_GREEN:  following_phase = SIDE_YELLOW;
            default:     following_phase = MAIN_GREEN;
        endcase
    end

    // and its length
    always @* begin
        case (following_phase)
            MAIN_GREEN:  following_length = 3'd6;
            MAIN_YELLOW: following_length = 3'd2;
            CLEARANCE:   following_length = 3'd1;
            PEDESTRIAN:  following_length = 3'd4;
            SIDE_GREEN:  following_length = 3'd5;
            default:     following_length = 3'd2;
        endcase
    end

    wire somebody_waits   = side_waiting || pedestrian_waiting;
    wire may_end          = (phase != MAIN_GREEN) || somebody_waits;
    wire last_tick        = tick && (remaining == 3'd1);
    wire phase_ends       = last_tick && may_end;
    wire enter_pedestrian = phase_ends && (following_phase == PEDESTRIAN);

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            phase     <= MAIN_GREEN;
            remaining <= 3'd6;
        end else if (phase_ends) begin
            phase     <= following_phase;
            remaining <= following_length;
        end else if (tick && remaining != 3'd1) begin
            remaining <= remaining - 3'd1;
        end
    end

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n)
            pedestrian_waiting <= 1'b0;
        else if (enter_pedestrian)
            pedestrian_waiting <= 1'b0;
        else if (pedestrian_button && phase != PEDESTRIAN)
            pedestrian_waiting <= 1'b1;
    end

    // Lamps
    assign walk = (phase == PEDESTRIAN);

    always @* begin
        main_light = RED;
        side_light = RED;
        case (phase)
            MAIN_GREEN:  main_light = GREEN;
            MAIN_YELLOW: main_light = YELLOW;
            SIDE_GREEN:  side_light = GREEN;
            SIDE_YELLOW: side_light = YELLOW;
            default: ;
        endcase
    end

endmodule
