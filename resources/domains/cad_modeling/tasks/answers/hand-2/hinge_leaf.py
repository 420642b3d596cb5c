import math
import cadquery as cq

LX, LY, T = 30.0, 50.0, 3.0
KD, AXIS_Z, KL = 8.0, 4.0, 10.0
BACK = 5.0
PIN_D = 4.0
SCREW_D, SCREW_X, SCREW_Y = 4.0, 20.0, (10.0, 25.0, 40.0)

r = KD / 2
xt = math.sqrt(r * r - (AXIS_Z - T) ** 2)
end = BACK + 5.0


def knuckle(y0):
    return (
        cq.Workplane("XZ", origin=(0, y0, 0))
        .moveTo(end, 0)
        .lineTo(0, 0)
        .threePointArc((-r / math.sqrt(2), AXIS_Z + r / math.sqrt(2)), (xt, T))
        .lineTo(end, T)
        .close()
        .extrude(-KL)
    )


leaf = cq.Workplane(obj=cq.Solid.makeBox(LX - BACK, LY, T, cq.Vector(BACK, 0, 0)))
for k in range(3):
    leaf = leaf.union(knuckle(2 * KL * k))

pin = cq.Solid.makeCylinder(PIN_D / 2, LY + 10, cq.Vector(0, -5, AXIS_Z), cq.Vector(0, 1, 0))
leaf = leaf.cut(cq.Workplane(obj=pin))
for y in SCREW_Y:
    s = cq.Solid.makeCylinder(SCREW_D / 2, T + 4, cq.Vector(SCREW_X, y, -2), cq.Vector(0, 0, 1))
    leaf = leaf.cut(cq.Workplane(obj=s))

result = leaf
