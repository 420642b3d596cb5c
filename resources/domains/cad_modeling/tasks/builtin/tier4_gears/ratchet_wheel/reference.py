import cadquery as cq
import math

teeth, tip_radius, root_radius, thickness = 12, 30.0, 24.0, 6.0
bore, key_width, key_reach = 14.0, 4.0, 9.5

outline = []
for tooth in range(teeth):
    angle = 2 * math.pi * tooth / teeth
    for radius in (tip_radius, root_radius):
        outline.append((radius * math.cos(angle), radius * math.sin(angle)))

wheel = cq.Workplane("XY").polyline(outline).close().extrude(thickness)
key = cq.Workplane("XY").box(key_width, key_reach, thickness, centered=(True, False, False))

result = wheel.cut(cq.Workplane("XY").circle(bore / 2).extrude(thickness)).cut(key)
