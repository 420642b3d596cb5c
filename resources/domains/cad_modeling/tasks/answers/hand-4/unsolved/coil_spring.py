import cadquery as cq

helix = cq.Wire.makeHelix(8, 32, 12)
result = cq.Workplane("XY").center(12, 0).circle(1.5).sweep(cq.Workplane(helix))
