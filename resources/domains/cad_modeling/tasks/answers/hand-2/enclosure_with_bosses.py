import cadquery as cq

LX, LY, H = 100.0, 70.0, 28.0
R_OUT, WALL = 8.0, 2.5
BOSS_D, BOSS_TOP = 8.0, 20.0
HOLE_D, HOLE_Z = 3.0, 6.0
BX, BY = 38.0, 23.0
VENT_W, VENT_Z0, VENT_Z1, VENT_P, VENT_N = 3.0, 8.0, 20.0, 8.0, 5


def pad(dx, dy, r, z0, z1):
    sk = cq.Sketch().rect(dx, dy).vertices().fillet(r)
    return cq.Workplane("XY", origin=(0, 0, z0)).placeSketch(sk).extrude(z1 - z0)


shell = pad(LX, LY, R_OUT, 0, H).cut(
    pad(LX - 2 * WALL, LY - 2 * WALL, R_OUT - WALL, WALL, H + 5)
)

spots = [(sx * BX, sy * BY) for sx in (-1, 1) for sy in (-1, 1)]


def posts(d, z0, z1):
    return cq.Workplane("XY", origin=(0, 0, z0)).pushPoints(spots).circle(d / 2).extrude(z1 - z0)


body = shell.union(posts(BOSS_D, WALL / 2, BOSS_TOP)).cut(posts(HOLE_D, HOLE_Z, BOSS_TOP + 3))

for i in range(VENT_N):
    x = (i - (VENT_N - 1) / 2) * VENT_P
    v = cq.Solid.makeBox(
        VENT_W, WALL + 2, VENT_Z1 - VENT_Z0, cq.Vector(x - VENT_W / 2, -LY / 2 - 1, VENT_Z0)
    )
    body = body.cut(cq.Workplane(obj=v))

result = body
