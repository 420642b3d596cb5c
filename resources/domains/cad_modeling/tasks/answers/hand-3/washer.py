import cadquery as cq

outer = cq.Solid.makeCylinder(12.0, 2.5)
inner = cq.Solid.makeCylinder(6.5, 2.5)
rim = outer.chamfer(0.5, None, [e for e in outer.Edges() if e.Center().z > 2.4])
result = rim.cut(inner)
