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

endmodule
