import cadquery as cq

B_OD, B_ID, B_H = 20.0, 12.1, 30.0
COL_D, COL_H = 28.0, 4.0
S_D, S_Z0, S_Z1, C = 12.0, -10.0, 40.0, 1.0


def turn(pts):
    return cq.Workplane("XZ").polyline(pts).close().revolve(360, (0, 0, 0), (0, 1, 0)).val()


bush = turn([
    (B_ID / 2, 0), (COL_D / 2, 0), (COL_D / 2, COL_H),
    (B_OD / 2, COL_H), (B_OD / 2, B_H), (B_ID / 2, B_H),
])
r = S_D / 2
shaft = turn([
    (0, S_Z0), (r - C, S_Z0), (r, S_Z0 + C), (r, S_Z1 - C), (r - C, S_Z1), (0, S_Z1),
])
result = cq.Compound.makeCompound([bush, shaft])
