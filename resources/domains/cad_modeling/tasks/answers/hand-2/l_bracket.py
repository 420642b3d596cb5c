import math
import cadquery as cq

FOOT, WALL, T, W = 50.0, 40.0, 6.0, 30.0
R = 5.0
HOLE_D, HOLE_X, HOLE_Y = 6.0, (22.0, 40.0), 15.0

k = T + R - R / math.sqrt(2)
body = (
    cq.Workplane("XZ")
    .moveTo(0, 0)
    .lineTo(FOOT, 0)
    .lineTo(FOOT, T)
    .lineTo(T + R, T)
    .threePointArc((k, k), (T, T + R))
    .lineTo(T, WALL)
    .lineTo(0, WALL)
    .close()
    .extrude(-W)
)
drills = (
    cq.Workplane("XY", origin=(0, 0, -2))
    .pushPoints([(x, HOLE_Y) for x in HOLE_X])
    .circle(HOLE_D / 2)
    .extrude(T + 4)
)
result = body.cut(drills)
