import cadquery as cq

step_1 = cq.Workplane("XY").box(20, 30, 10, centered=False)
step_2 = cq.Workplane("XY").box(20, 30, 20, centered=False).translate((20, 0, 0))
step_3 = cq.Workplane("XY").box(20, 30, 30, centered=False).translate((40, 0, 0))
block = step_1.union(step_2).union(step_3)
