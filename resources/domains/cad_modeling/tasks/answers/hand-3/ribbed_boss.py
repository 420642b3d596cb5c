import cadquery as cq

plate = cq.Workplane("XY").box(40, 40, 3, centered=(True, True, False))
boss = cq.Workplane("XY").circle(6).extrude(21)
rib = cq.Workplane("XZ").polyline([(4, 3), (14, 3), (4, 17)]).close().extrude(1, both=True)

body = plate.union(boss)
for i in range(4):
    body = body.union(rib.rotate((0, 0, 0), (0, 0, 1), 90 * i))
result = body.cut(cq.Workplane("XY").workplane(offset=6).circle(2.5).extrude(20))
