import cadquery as cq

foot = cq.Workplane("XY").box(100, 30, 12, centered=(True, True, False))
housing = cq.Workplane("XY").box(50, 30, 40, centered=(True, True, False))
cap = cq.Workplane("XZ").center(0, 40).circle(25).extrude(15, both=True)
block = foot.union(housing).union(cap)
block = block.faces("<Y").workplane().center(0, 40).hole(32)
result = block.faces(">Z[1]").workplane().pushPoints([(-38, 0), (38, 0)]).hole(9)
