import math
import cadquery as cq

T, N = 6.0, 12
TIP, ROOT = 30.0, 24.0
BORE_D, KEY_W, KEY_Y = 14.0, 4.0, 9.5

pts = [
    (r * math.cos(2 * math.pi * i / N), r * math.sin(2 * math.pi * i / N))
    for i in range(N)
    for r in (TIP, ROOT)
]
wheel = cq.Workplane("XY").polyline(pts).close().extrude(T)
bore = cq.Solid.makeCylinder(BORE_D / 2, T + 4, cq.Vector(0, 0, -2))
key = cq.Solid.makeBox(KEY_W, KEY_Y, T + 4, cq.Vector(-KEY_W / 2, 0, -2))
result = wheel.cut(cq.Workplane(obj=bore.fuse(key)))
