import cadquery as cq

helix = cq.Wire.makeHelix(pitch=8, height=32, radius=12)
section = cq.Wire.makeCircle(1.5, cq.Vector(12, 0, 0), cq.Vector(0, 1, 0))
result = cq.Workplane(cq.Solid.sweep(section, [], helix, True, True))
