import math

import cadquery as cq

# Leaf
leaf_length = 50.0  # y
leaf_width = 30.0  # x
leaf_thickness = 3.0

# Knuckles
knuckle_radius = 4.0
axis_z = 4.0
pin_diameter = 4.0

# Gaps between the knuckles
gap_ranges = [(10.0, 20.0), (30.0, 40.0)]  # in y
gap_edge_x = 5.0

# Screw holes
screw_diameter = 4.0
screw_points = [(20.0, 10.0), (20.0, 25.0), (20.0, 40.0)]

# Where the knuckle's circle meets the leaf's upper face.
meeting_x = math.sqrt(knuckle_radius**2 - (axis_z - leaf_thickness) ** 2)

# Section in the XZ plane: the circle touches the leaf's lower face at (0, 0).
# The normal of "XZ" is -y, so a negative distance goes to +y.
body = (
    cq.Workplane("XZ")
    .moveTo(0, 0)
    .lineTo(leaf_width, 0)
    .lineTo(leaf_width, leaf_thickness)
    .lineTo(meeting_x, leaf_thickness)
    .threePointArc((-knuckle_radius, axis_z), (0, 0))
    .close()
    .extrude(-leaf_length)
)

# Cut the gaps back to x = gap_edge_x.
for start_y, end_y in gap_ranges:
    gap = cq.Workplane("XY", origin=(gap_edge_x - 20, start_y, -5)).box(
        20, end_y - start_y, 20, centered=False
    )
    body = body.cut(gap)

# Pin hole through all knuckles.
pin_hole = (
    cq.Workplane("XZ", origin=(0, -5, 0))
    .center(0, axis_z)
    .circle(pin_diameter / 2)
    .extrude(-(leaf_length + 10))
)

screw_holes = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .pushPoints(screw_points)
    .circle(screw_diameter / 2)
    .extrude(leaf_thickness + 2)
)

result = body.cut(pin_hole).cut(screw_holes)
