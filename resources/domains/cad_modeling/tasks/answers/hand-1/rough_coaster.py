import cadquery as cq

diameter = 100.0
thickness = 8.0
recess_diameter = 85.0
recess_depth = 3.0
edge_chamfer = 0.8

# The outer edges are broken before the recess is cut.
body = (
    cq.Workplane("XY")
    .circle(diameter / 2)
    .extrude(thickness)
    .edges("%CIRCLE")
    .chamfer(edge_chamfer)
)

recess = (
    cq.Workplane("XY")
    .workplane(offset=thickness - recess_depth)
    .circle(recess_diameter / 2)
    .extrude(recess_depth + 2)
)

result = body.cut(recess)
