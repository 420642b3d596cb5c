import math

import cadquery as cq

foot_length = 50.0  # x
wall_height = 40.0  # z
thickness = 6.0
width = 30.0  # y
inner_radius = 5.0

hole_diameter = 6.0
hole_x = [22.0, 40.0]
hole_y = 15.0

# The inner arc is tangent to foot and wall.
arc_centre = thickness + inner_radius
arc_middle = arc_centre - inner_radius * math.cos(math.radians(45))

# The normal of "XZ" is -y, so a negative distance goes to +y.
body = (
    cq.Workplane("XZ")
    .moveTo(0, 0)
    .lineTo(foot_length, 0)
    .lineTo(foot_length, thickness)
    .lineTo(arc_centre, thickness)
    .threePointArc((arc_middle, arc_middle), (thickness, arc_centre))
    .lineTo(thickness, wall_height)
    .lineTo(0, wall_height)
    .close()
    .extrude(-width)
)

holes = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .pushPoints([(x, hole_y) for x in hole_x])
    .circle(hole_diameter / 2)
    .extrude(thickness + 2)
)

result = body.cut(holes)
