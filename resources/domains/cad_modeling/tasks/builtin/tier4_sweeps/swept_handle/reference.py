import cadquery as cq
import math

half_span, height, bend = 50.0, 40.0, 15.0
bar, foot, foot_thickness = 10.0, 22.0, 5.0

chord = bend * (1 - math.sin(math.pi / 4))
path = (
    cq.Workplane("XZ")
    .moveTo(-half_span, 0)
    .lineTo(-half_span, height - bend)
    .threePointArc((-half_span + chord, height - chord), (-half_span + bend, height))
    .lineTo(half_span - bend, height)
    .threePointArc((half_span - chord, height - chord), (half_span, height - bend))
    .lineTo(half_span, 0)
)
grip = cq.Workplane("XY").center(-half_span, 0).circle(bar / 2).sweep(path)
feet = (
    cq.Workplane("XY")
    .pushPoints([(-half_span, 0), (half_span, 0)])
    .circle(foot / 2)
    .extrude(-foot_thickness)
)

result = grip.union(feet)
