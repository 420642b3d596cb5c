import cadquery as cq

plate = cq.Workplane("XY").box(5, 30, 60, centered=(False, True, False)).edges("|X").fillet(4)
arm = cq.Workplane("XY").box(45, 10, 10, centered=(False, True, False)).translate((0, 0, 10))
tip = cq.Workplane("XY").box(10, 10, 35, centered=(False, True, False)).translate((35, 0, 10))
hook = plate.union(arm).union(tip)
hook = hook.cut(
    cq.Workplane("YZ").pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(5)
)
result = hook
