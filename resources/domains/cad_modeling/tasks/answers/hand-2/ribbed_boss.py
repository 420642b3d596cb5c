import cadquery as cq

S, T = 40.0, 3.0
BOSS_D, BOSS_TOP = 12.0, 21.0
HOLE_D, HOLE_Z = 5.0, 6.0
RIB_T, R0, R1, RIB_TOP = 2.0, 4.0, 14.0, 17.0

plate = cq.Workplane(obj=cq.Solid.makeBox(S, S, T, cq.Vector(-S / 2, -S / 2, 0)))
boss = cq.Workplane(obj=cq.Solid.makeCylinder(BOSS_D / 2, BOSS_TOP - T / 2, cq.Vector(0, 0, T / 2)))
rib = (
    cq.Workplane("XZ")
    .polyline([(R0, T / 2), (R1, T / 2), (R1, T), (R0, RIB_TOP)])
    .close()
    .extrude(RIB_T / 2, both=True)
)

body = plate.union(boss)
for k in range(4):
    body = body.union(rib.rotate((0, 0, 0), (0, 0, 1), 90 * k))

hole = cq.Solid.makeCylinder(HOLE_D / 2, BOSS_TOP - HOLE_Z + 3, cq.Vector(0, 0, HOLE_Z))
result = body.cut(cq.Workplane(obj=hole))
