import cadquery as cq

side, plate = 40.0, 3.0
boss, top, bore, bore_floor = 12.0, 21.0, 5.0, 6.0
rib_thickness, rib_start, rib_reach, rib_top = 2.0, 4.0, 14.0, 17.0

part = cq.Workplane("XY").box(side, side, plate, centered=(True, True, False))
part = part.union(cq.Workplane("XY").circle(boss / 2).extrude(top))
rib = (
    cq.Workplane("XZ")
    .polyline([(rib_start, plate), (rib_reach, plate), (rib_start, rib_top)])
    .close()
    .extrude(rib_thickness / 2, both=True)
)
for quarter in range(4):
    part = part.union(rib.rotate((0, 0, 0), (0, 0, 1), 90 * quarter))

result = part.cut(cq.Workplane("XY").workplane(offset=bore_floor).circle(bore / 2).extrude(top - bore_floor))
