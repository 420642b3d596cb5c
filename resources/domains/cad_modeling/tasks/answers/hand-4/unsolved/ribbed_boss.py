import cadquery as cq

plate = cq.Workplane("XY").rect(40, 40).extrude(3)
boss = plate.faces(">Z").workplane().circle(6).extrude(18)
part = boss.faces(">Z").workplane().hole(5, 15)
rib = cq.Workplane("XZ").polyline([(4, 3), (14, 3), (4, 17)]).close().extrude(2)
for angle in [0, 90, 180, 270]:
    part = part.union(rib.rotate((0, 0, 0), (0, 0, 1), angle))
result = part
