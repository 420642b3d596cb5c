import math
import cadquery as cq

PLATE_D, PLATE_T = 80.0, 4.0
HUB_D, HUB_TOP = 20.0, 18.0
N, BLADE_TOP = 7, 14.0
CX, CY = 20.0, 22.36
R_IN, R_OUT = 29.0, 31.0
RA, RB = 8.0, 38.0
BORE_D = 8.0

dist = math.hypot(CX, CY)
base = math.atan2(CY, CX)


def ang(r, rho):
    return base - math.acos((r * r + dist * dist - rho * rho) / (2 * r * dist))


def pol(r, a):
    return (r * math.cos(a), r * math.sin(a))


def at(r, rho):
    return pol(r, ang(r, rho))


def mid_end(r):
    return pol(r, (ang(r, R_IN) + ang(r, R_OUT)) / 2)


rm = (RA + RB) / 2
z0 = PLATE_T / 2
blade = (
    cq.Workplane("XY", origin=(0, 0, z0))
    .moveTo(*at(RA, R_IN))
    .threePointArc(at(rm, R_IN), at(RB, R_IN))
    .threePointArc(mid_end(RB), at(RB, R_OUT))
    .threePointArc(at(rm, R_OUT), at(RA, R_OUT))
    .threePointArc(mid_end(RA), at(RA, R_IN))
    .close()
    .extrude(BLADE_TOP - z0)
)

prof = [
    (0, 0),
    (PLATE_D / 2, 0),
    (PLATE_D / 2, PLATE_T),
    (HUB_D / 2, PLATE_T),
    (HUB_D / 2, HUB_TOP),
    (0, HUB_TOP),
]
body = cq.Workplane("XZ").polyline(prof).close().revolve(360, (0, 0, 0), (0, 1, 0))
for k in range(N):
    body = body.union(blade.rotate((0, 0, 0), (0, 0, 1), 360.0 * k / N))

bore = cq.Workplane("XY", origin=(0, 0, -2)).circle(BORE_D / 2).extrude(HUB_TOP + 4)
result = body.cut(bore)
