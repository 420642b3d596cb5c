import math

import cadquery as cq

bar_diameter = 10.0
half_span = 50.0
top_z = 40.0
bend_radius = 15.0

foot_diameter = 22.0
foot_thickness = 5.0
overlap = 2.0  # how far the bar reaches into the feet

bend_x = half_span - bend_radius  # x of the bends' centres
bend_z = top_z - bend_radius  # z of the bends' centres
half_step = bend_radius * math.cos(math.radians(45))

# Centre line in the XZ plane.
centre_line = (
    cq.Workplane("XZ")
    .moveTo(-half_span, -overlap)
    .lineTo(-half_span, bend_z)
    .threePointArc((-bend_x - half_step, bend_z + half_step), (-bend_x, top_z))
    .lineTo(bend_x, top_z)
    .threePointArc((bend_x + half_step, bend_z + half_step), (half_span, bend_z))
    .lineTo(half_span, -overlap)
)

grip = (
    cq.Workplane("XY", origin=(-half_span, 0, -overlap))
    .circle(bar_diameter / 2)
    .sweep(centre_line)
)

feet = (
    cq.Workplane("XY")
    .workplane(offset=-foot_thickness)
    .pushPoints([(-half_span, 0), (half_span, 0)])
    .circle(foot_diameter / 2)
    .extrude(foot_thickness)
)

result = grip.union(feet)
