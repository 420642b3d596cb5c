import math
import cadquery as cq

CORNERS, H, D = 10.0, 25.0, 5.0

hexa = [
    (CORNERS / 2 * math.cos(math.radians(60 * k)), CORNERS / 2 * math.sin(math.radians(60 * k)))
    for k in range(6)
]
result = cq.Workplane("XY").polyline(hexa).close().moveTo(0, 0).circle(D / 2).extrude(H)
