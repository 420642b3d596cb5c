import cadquery as cq

length, width, height, thickness = 60.0, 40.0, 50.0, 5.0
gusset_thickness = 6.0
gusset = [(thickness, thickness), (45.0, thickness), (thickness, 40.0)]

base = cq.Workplane("XY").box(length, width, thickness, centered=(False, True, False))
wall = cq.Workplane("XY").box(thickness, width, height, centered=(False, True, False))
rib = cq.Workplane("XZ").polyline(gusset).close().extrude(gusset_thickness / 2, both=True)

result = base.union(wall).union(rib)
