import math
import cadquery as cq

D, H = 40.0, 18.0
N, HOLLOW_D, HOLLOW_R = 6, 10.0, 21.0
HOLE_D, HOLE_H = 8.0, 12.0

body = cq.Solid.makeCylinder(D / 2, H)
for k in range(N):
    a = 2 * math.pi * k / N
    p = cq.Vector(HOLLOW_R * math.cos(a), HOLLOW_R * math.sin(a), -2)
    body = body.cut(cq.Solid.makeCylinder(HOLLOW_D / 2, H + 4, p))

body = body.cut(cq.Solid.makeCylinder(HOLE_D / 2, HOLE_H + 2, cq.Vector(0, 0, -2)))
result = cq.Workplane(obj=body)
