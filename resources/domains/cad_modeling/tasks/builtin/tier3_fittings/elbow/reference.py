import cadquery as cq
import math

outer, inner = 20.0, 14.0
straight, bend = 15.0, 30.0

middle = bend * (1 - math.cos(math.pi / 4))
path = (
    cq.Workplane("XZ")
    .lineTo(0, straight)
    .threePointArc((middle, straight + bend * math.sin(math.pi / 4)), (bend, straight + bend))
    .lineTo(bend + straight, straight + bend)
)

result = cq.Workplane("XY").circle(outer / 2).circle(inner / 2).sweep(path)
