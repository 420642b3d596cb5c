import cadquery as cq

outer_diameter, inner_diameter, thickness = 24.0, 13.0, 2.5
chamfer = 0.5

disc = cq.Workplane("XY").circle(outer_diameter / 2).extrude(thickness).faces(">Z").edges().chamfer(chamfer)
result = disc.faces("<Z").workplane().hole(inner_diameter)
