import math

import cadquery as cq

q = 15 * math.sqrt(0.5)
path = (
    cq.Workplane("XZ")
    .moveTo(-50, 0)
    .lineTo(-50, 25)
    .threePointArc((-35 - q, 25 + q), (-35, 40))
    .lineTo(35, 40)
    .threePointArc((35 + q, 25 + q), (50, 25))
    .lineTo(50, 0)
)
grip = cq.Workplane("XY", origin=(-50, 0, 0)).circle(5).sweep(path)
feet = cq.Workplane("XY", origin=(0, 0, -5)).pushPoints([(-50, 0), (50, 0)]).circle(11).extrude(5)
result = feet.union(grip)
