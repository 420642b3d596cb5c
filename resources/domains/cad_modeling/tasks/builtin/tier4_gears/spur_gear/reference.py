import cadquery as cq
import math

teeth, root_radius, tip_radius, thickness = 20, 42.0, 50.0, 10.0
bore, hole_diameter, hole_circle, holes = 16.0, 10.0, 25.0, 6
corners = [(0.0, root_radius), (0.3, root_radius), (0.42, tip_radius), (0.58, tip_radius), (0.7, root_radius)]

outline = []
for tooth in range(teeth):
    for fraction, radius in corners:
        angle = 2 * math.pi * (tooth + fraction) / teeth
        outline.append((radius * math.cos(angle), radius * math.sin(angle)))

blank = cq.Workplane("XY").polyline(outline).close().extrude(thickness)
bored = blank.cut(cq.Workplane("XY").circle(bore / 2).extrude(thickness))

result = bored.cut(
    cq.Workplane("XY").polarArray(hole_circle, 0, 360, holes).circle(hole_diameter / 2).extrude(thickness)
)
