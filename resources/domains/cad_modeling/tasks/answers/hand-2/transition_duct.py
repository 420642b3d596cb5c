import cadquery as cq

H = 45.0
OUT0, OUT1 = (60.0, 40.0), (30.0, 30.0)
IN0, IN1 = (54.0, 34.0), (24.0, 24.0)
COLLAR, COLLAR_H = (70.0, 50.0), 4.0


def taper(a, b, h):
    return (
        cq.Workplane("XY").rect(*a).workplane(offset=h).rect(*b).loft(ruled=True, combine=True)
    )


def slab(s, z0, z1):
    return cq.Workplane(obj=cq.Solid.makeBox(s[0], s[1], z1 - z0, cq.Vector(-s[0] / 2, -s[1] / 2, z0)))


k = 1.1
past = tuple(a + (b - a) * k for a, b in zip(IN0, IN1))

result = (
    taper(OUT0, OUT1, H)
    .union(slab(COLLAR, -COLLAR_H, 0))
    .cut(slab(IN0, -COLLAR_H - 2, 0))
    .cut(taper(IN0, past, H * k))
)
