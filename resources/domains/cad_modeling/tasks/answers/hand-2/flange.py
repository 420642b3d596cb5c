import math
import cadquery as cq

DISC_D, DISC_T = 100.0, 12.0
NECK_D, NECK_H = 60.0, 25.0
BORE_D = 40.0
N, BOLT_D, PCD = 8, 9.0, 80.0
C = 2.0

top = DISC_T + NECK_H
half = [
    (BORE_D / 2, 0),
    (DISC_D / 2, 0),
    (DISC_D / 2, DISC_T),
    (NECK_D / 2, DISC_T),
    (NECK_D / 2, top - C),
    (NECK_D / 2 - C, top),
    (BORE_D / 2, top),
]
body = cq.Workplane("XZ").polyline(half).close().revolve(360, (0, 0, 0), (0, 1, 0))

pts = [
    (PCD / 2 * math.cos(2 * math.pi * k / N), PCD / 2 * math.sin(2 * math.pi * k / N))
    for k in range(N)
]
drills = cq.Workplane("XY", origin=(0, 0, -2)).pushPoints(pts).circle(BOLT_D / 2).extrude(DISC_T + 4)
result = body.cut(drills)
