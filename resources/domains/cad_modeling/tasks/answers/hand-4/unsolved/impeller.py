import cadquery as cq
import math

base = cq.Workplane("XY").circle(40).extrude(4)
hub = cq.Workplane("XY").circle(10).extrude(18)
result = base.union(hub)
for i in range(7):
    blade = (
        cq.Workplane("XY")
        .workplane(offset=4)
        .moveTo(8, 0)
        .threePointArc((20, -7), (38, -2))
        .offset2D(1)
        .extrude(10)
        .rotate((0, 0, 0), (0, 0, 1), i * 360 / 7)
    )
    result = result.union(blade)
result = result.faces(">Z").workplane().hole(8)
