import cadquery as cq
import math

teeth = 20
pts = []
for i in range(teeth):
    for f, r in [(0, 42), (0.3, 42), (0.42, 50), (0.58, 50), (0.7, 42)]:
        a = math.radians((i + f) * 360 / teeth)
        pts.append((r * math.cos(a), r * math.sin(a)))

result = (
    cq.Workplane("XY")
    .polyline(pts)
    .close()
    .extrude(10)
    .faces(">Z")
    .workplane()
    .hole(16)
    .polarArray(25, 0, 360, 6)
    .hole(10)
)
