import math

import cadquery as cq

thickness = 10.0
tooth_count = 20
root_radius = 42.0
tip_radius = 50.0

# Corners of one tooth: (fraction of the tooth's angle, radius)
tooth_corners = [
    (0.0, root_radius),
    (0.3, root_radius),
    (0.42, tip_radius),
    (0.58, tip_radius),
    (0.7, root_radius),
]

bore_diameter = 16.0
hole_count = 6
hole_diameter = 10.0
hole_circle_radius = 25.0

tooth_angle = 360.0 / tooth_count

outline = []
for index in range(tooth_count):
    for fraction, radius in tooth_corners:
        angle = math.radians((index + fraction) * tooth_angle)
        outline.append((radius * math.cos(angle), radius * math.sin(angle)))

gear = cq.Workplane("XY").polyline(outline).close().extrude(thickness)

bore = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .circle(bore_diameter / 2)
    .extrude(thickness + 2)
)

# The first hole is on +x.
holes = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .polarArray(hole_circle_radius, 0, 360, hole_count)
    .circle(hole_diameter / 2)
    .extrude(thickness + 2)
)

result = gear.cut(bore).cut(holes)
