import cadquery as cq
import math

pts = []
for i in range(12):
    a = i * 30
    pts.append((30 * math.cos(a), 30 * math.sin(a)))
    pts.append((24 * math.cos(a), 24 * math.sin(a)))
wheel = cq.Workplane("XY").polyline(pts).close().extrude(6)
wheel = wheel.faces(">Z").workplane().hole(14)
slot = cq.Workplane("XY").rect(4, 19).extrude(6)
result = wheel.cut(slot)
