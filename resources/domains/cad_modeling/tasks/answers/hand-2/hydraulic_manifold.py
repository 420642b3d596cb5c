import cadquery as cq

LX, LY, LZ = 80.0, 50.0, 40.0
C = 2.0
YC, ZC = 25.0, 20.0
GAL_D, GAL_L = 14.0, 70.0
TOP_D, TOP_X = 10.0, (20.0, 40.0, 60.0)
CB_D, CB_H = 16.0, 6.0
SIDE_D, SIDE_X = 8.0, (30.0, 50.0)

X, Y, Z = cq.Vector(1, 0, 0), cq.Vector(0, 1, 0), cq.Vector(0, 0, 1)


def rod(d, length, p, axis):
    return cq.Solid.makeCylinder(d / 2, length, cq.Vector(*p), axis)


octagon = [
    (C, 0), (LX - C, 0), (LX, C), (LX, LY - C),
    (LX - C, LY), (C, LY), (0, LY - C), (0, C),
]
body = cq.Workplane("XY").polyline(octagon).close().extrude(LZ).val()

over = 3.0
tools = [rod(GAL_D, GAL_L + over, (-over, YC, ZC), X)]
for x in TOP_X:
    tools.append(rod(TOP_D, LZ - ZC + over, (x, YC, ZC), Z))
    tools.append(rod(CB_D, CB_H + over, (x, YC, LZ - CB_H), Z))
for x in SIDE_X:
    tools.append(rod(SIDE_D, YC + over, (x, -over, ZC), Y))

for t in tools:
    body = body.cut(t)

result = cq.Workplane(obj=body)
