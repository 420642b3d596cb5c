import math

import cadquery as cq

thickness = 6.0
tooth_count = 12
tip_radius = 30.0
root_radius = 24.0

bore_diameter = 14.0
key_width = 4.0
key_top_y = 9.5


def polar_point(radius, angle_degrees):
    angle = math.radians(angle_degrees)
    return (radius * math.cos(angle), radius * math.sin(angle))


# Each tooth: the tip, then the root at the same angle.
outline = []
for index in range(tooth_count):
    angle = index * 360.0 / tooth_count
    outline.append(polar_point(tip_radius, angle))
    outline.append(polar_point(root_radius, angle))

wheel = cq.Workplane("XY").polyline(outline).close().extrude(thickness)

bore = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .circle(bore_diameter / 2)
    .extrude(thickness + 2)
)

# The key slot starts in the bore's middle.
key_slot = cq.Workplane("XY", origin=(0, 0, -1)).box(
    key_width, key_top_y, thickness + 2, centered=(True, False, False)
)

result = wheel.cut(bore).cut(key_slot)
