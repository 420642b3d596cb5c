import cadquery as cq

width = 70.0  # y
foot_length = 90.0  # x
thickness = 5.0

# Back rest: front face from (30, 5) to (5, 95)
rest_front_bottom_x = 30.0
rest_front_top_x = 5.0
rest_top_z = 95.0

# Lip
lip_start_x = 55.0
lip_end_x = 60.0
lip_top_z = 20.0

# The whole side view is one outline in the XZ plane.
outline = [
    (0, 0),
    (foot_length, 0),
    (foot_length, thickness),
    (lip_end_x, thickness),
    (lip_end_x, lip_top_z),
    (lip_start_x, lip_top_z),
    (lip_start_x, thickness),
    (rest_front_bottom_x, thickness),
    (rest_front_top_x, rest_top_z),
    (rest_front_top_x - thickness, rest_top_z),
    (rest_front_bottom_x - thickness, thickness),
    (0, thickness),
]

result = cq.Workplane("XZ").polyline(outline).close().extrude(width / 2, both=True)
