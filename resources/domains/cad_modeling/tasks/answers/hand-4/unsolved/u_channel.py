import cadquery as cq

outer = cq.Workplane("XY").box(70, 30, 25, centered=(True, True, False))
inner = cq.Workplane("XY").box(70, 24, 22, centered=(True, True, False)).translate((0, 0, 3))
channel = outer.cut(inner)
result = channel.faces("<Z").workplane().pushPoints([(-20, 0), (20, 0)]).hole(2.5)
