import cadquery as cq

base = cq.Workplane("XY").box(60, 50, 5, centered=(True, True, False))
fins = cq.Workplane("XY").workplane(offset=5)
for i in range(9):
    fins = fins.union(cq.Workplane("XY").box(2, 50, 20).translate((-30 + i * 7.25, 0, 15)))
result = base.union(fins)
