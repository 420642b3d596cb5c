import cadquery as cq

LX, LY, T = 90.0, 40.0, 6.0
SLOT_L, SLOT_W, SLOT_X = 20.0, 8.0, 25.0
D, CB_D, CB_H = 7.0, 13.0, 3.0

r = SLOT_W / 2
c = SLOT_L / 2 - r


def slot(x):
    return (
        cq.Workplane("XY", origin=(x, 0, -2))
        .moveTo(-c, -r)
        .lineTo(c, -r)
        .threePointArc((c + r, 0), (c, r))
        .lineTo(-c, r)
        .threePointArc((-c - r, 0), (-c, -r))
        .close()
        .extrude(T + 4)
    )


screw = (
    cq.Workplane("XZ")
    .polyline([(0, -2), (D / 2, -2), (D / 2, T - CB_H), (CB_D / 2, T - CB_H), (CB_D / 2, T + 2), (0, T + 2)])
    .close()
    .revolve(360, (0, 0, 0), (0, 1, 0))
)
plate = cq.Workplane(obj=cq.Solid.makeBox(LX, LY, T, cq.Vector(-LX / 2, -LY / 2, 0)))
result = plate.cut(slot(-SLOT_X)).cut(slot(SLOT_X)).cut(screw)
