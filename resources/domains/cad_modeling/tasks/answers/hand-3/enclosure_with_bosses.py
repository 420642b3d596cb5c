from itertools import product

import cadquery as cq

L, W, H = 100.0, 70.0, 28.0
T, R = 2.5, 8.0

shell = cq.Workplane("XY").rect(L, W).extrude(H).edges("|Z").fillet(R).faces(">Z").shell(-T)

bosses = list(product((-38, 38), (-23, 23)))
posts = cq.Workplane("XY", origin=(0, 0, T)).pushPoints(bosses).circle(4).extrude(20 - T)
drills = cq.Workplane("XY", origin=(0, 0, 6)).pushPoints(bosses).circle(1.5).extrude(20 - 6)
vents = (
    cq.Workplane("XZ", origin=(0, -W / 2 + T, 0))
    .pushPoints([(8 * i, 14) for i in range(-2, 3)])
    .rect(3, 12)
    .extrude(T)
)
result = shell.union(posts).cut(drills).cut(vents)
