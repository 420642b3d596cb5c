import cadquery as cq

# Back plate
plate_width = 30.0  # y
plate_height = 60.0  # z
plate_thickness = 5.0  # x
plate_corner_radius = 2.0

# Arm
arm_side = 10.0
arm_end_x = 45.0
arm_bottom_z = 10.0
arm_top_z = 20.0
tip_top_z = 45.0

# Screw holes
screw_diameter = 5.0
screw_z = [30.0, 50.0]

plate = (
    cq.Workplane("XY")
    .box(plate_thickness, plate_width, plate_height, centered=(False, True, False))
    .edges("|X")
    .fillet(plate_corner_radius)
)

# The arm starts inside the plate and turns up with a sharp corner.
arm_start_x = plate_thickness / 2
arm = (
    cq.Workplane("XZ")
    .polyline(
        [
            (arm_start_x, arm_bottom_z),
            (arm_end_x, arm_bottom_z),
            (arm_end_x, tip_top_z),
            (arm_end_x - arm_side, tip_top_z),
            (arm_end_x - arm_side, arm_top_z),
            (arm_start_x, arm_top_z),
        ]
    )
    .close()
    .extrude(arm_side / 2, both=True)
)

# The holes go through the plate only.
screw_holes = (
    cq.Workplane("YZ", origin=(-1, 0, 0))
    .pushPoints([(0, z) for z in screw_z])
    .circle(screw_diameter / 2)
    .extrude(plate_thickness + 2)
)

result = plate.union(arm).cut(screw_holes)
