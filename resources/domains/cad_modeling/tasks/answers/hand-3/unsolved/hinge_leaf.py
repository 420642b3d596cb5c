import cadquery as cq

LEAF_W, LEAF_L, LEAF_T = 30.0, 50.0, 3.0
KNUCKLE_D, PIN_D, AXIS_Z = 8.0, 4.0, 4.0
PITCH, CUT = 10.0, 5.0


def knuckle(i):
    plane = cq.Plane(origin=(0, 2 * PITCH * i, AXIS_Z), xDir=(1, 0, 0), normal=(0, 1, 0))
    return cq.Workplane(plane).circle(KNUCKLE_D / 2).extrude(PITCH)


leaf = cq.Workplane("XY").rect(LEAF_W, LEAF_L, centered=False).extrude(LEAF_T)
for y in (PITCH, 3 * PITCH):
    leaf = leaf.cut(cq.Workplane("XY").box(CUT, PITCH, LEAF_T, centered=False).translate((0, y, 0)))
for i in range(3):
    leaf = leaf.union(knuckle(i))
pin = cq.Workplane(cq.Plane(origin=(0, 0, AXIS_Z), xDir=(1, 0, 0), normal=(0, 1, 0))).circle(PIN_D / 2).extrude(LEAF_L)
leaf = leaf.cut(pin)
result = leaf.faces("<Z").workplane(invert=True, origin=(0, 0, 0)).pushPoints([(20, y) for y in (10, 25, 40)]).hole(4.0)
