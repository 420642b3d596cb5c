import cadquery as cq

foot = cq.Workplane("XY").box(90, 70, 5).translate((45, 0, 2.5))
rest = cq.Workplane("XY").box(5, 70, 93).rotate((0, 0, 0), (0, 1, 0), -15.5).translate((15, 0, 48))
lip = cq.Workplane("XY").box(5, 70, 20).translate((57.5, 0, 10))
result = foot.union(rest).union(lip)
