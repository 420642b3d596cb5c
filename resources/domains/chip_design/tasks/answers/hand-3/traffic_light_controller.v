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
    localparam MAIN_GREEN = 3'd0, MAIN_YELLOW = 3'd1, CLEARANCE = 3'd2,
               PEDESTRIAN = 3'd3, SIDE_GREEN = 3'd4, SIDE_YELLOW = 3'd5;

    reg [2:0] phase, next_phase;
    reg [2:0] next_length;
    reg advance;

    always @* begin
        next_phase = phase;
        advance = tick && (remaining == 3'd1);
        case (phase)
            MAIN_GREEN: begin
                next_phase = MAIN_YELLOW;
                if (!(side_waiting || pedestrian_waiting))
                    advance = 1'b0;
            end
            MAIN_YELLOW: next_phase = CLEARANCE;
            CLEARANCE:   next_phase = pedestrian_waiting ? PEDESTRIAN : SIDE_GREEN;
            PEDESTRIAN:  next_phase = side_waiting ? SIDE_GREEN : MAIN_GREEN;
            SIDE_GREEN:  next_phase = SIDE_YELLOW;
            default:     next_phase = MAIN_GREEN;
        endcase
        case (next_phase)
            MAIN_GREEN:  next_length = 3'd6;
            MAIN_YELLOW: next_length = 3'd2;
            CLEARANCE:   next_length = 3'd1;
            PEDESTRIAN:  next_length = 3'd4;
            SIDE_GREEN:  next_length = 3'd5;
            default:     next_length = 3'd2;
        endcase
    end

    always @(posedge clk or negedge reset_n) begin
        if (!reset_n) begin
            phase <= MAIN_GREEN;
            remaining <= 3'd6;
            pedestrian_waiting <= 1'b0;
        end else begin
            if (advance) begin
                phase <= next_phase;
                remaining <= next_length;
            end else if (tick && remaining > 3'd1) begin
                remaining <= remaining - 3'd1;
            end
            if (advance && next_phase == PEDESTRIAN)
                pedestrian_waiting <= 1'b0;
            else if (pedestrian_button && phase != PEDESTRIAN)
                pedestrian_waiting <= 1'b1;
        end
    end

    always @* begin
        main_light = 3'b100;
        side_light = 3'b100;
        case (phase)
            MAIN_GREEN:  main_light = 3'b001;
            MAIN_YELLOW: main_light = 3'b010;
            SIDE_GREEN:  side_light = 3'b001;
            SIDE_YELLOW: side_light = 3'b010;
            default: ;
        endcase
    end

    assign walk = (phase == PEDESTRIAN);
endmodule
