import cadquery as cq

base = cq.Workplane("XY").box(60, 40, 5, centered=(False, True, False))
wall = cq.Workplane("XY").box(5, 40, 50, centered=(False, True, False))
gusset = cq.Workplane("XZ").polyline([(5, 5), (45, 5), (5, 40)]).close().extrude(6)
result = base.union(wall).union(gusset)
