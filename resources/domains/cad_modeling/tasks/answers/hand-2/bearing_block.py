import cadquery as cq

FOOT_L, DEPTH, FOOT_H = 100.0, 30.0, 12.0
HOUSING_W, AXIS_Z = 50.0, 40.0
BORE_D = 32.0
BOLT_D, BOLT_X = 9.0, 38.0

r = HOUSING_W / 2
half = FOOT_L / 2

front = (
    cq.Workplane("XZ")
    .moveTo(-half, 0)
    .lineTo(half, 0)
    .lineTo(half, FOOT_H)
    .lineTo(r, FOOT_H)
    .lineTo(r, AXIS_Z)
    .threePointArc((0, AXIS_Z + r), (-r, AXIS_Z))
    .lineTo(-r, FOOT_H)
    .lineTo(-half, FOOT_H)
    .close()
    .extrude(DEPTH / 2, both=True)
)


def rod(d, length, at, along):
    return cq.Solid.makeCylinder(d / 2, length, cq.Vector(*at), cq.Vector(*along))


result = front.cut(cq.Workplane(obj=rod(BORE_D, DEPTH + 4, (0, -DEPTH / 2 - 2, AXIS_Z), (0, 1, 0))))
for sx in (-1, 1):
    result = result.cut(cq.Workplane(obj=rod(BOLT_D, FOOT_H + 4, (sx * BOLT_X, 0, -2), (0, 0, 1))))
