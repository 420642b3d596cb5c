import math
import cadquery as cq

N, T = 20, 10.0
ROOT, TIP = 42.0, 50.0
SHAPE = ((0.0, ROOT), (0.3, ROOT), (0.42, TIP), (0.58, TIP), (0.7, ROOT))
BORE_D = 16.0
HN, HD, HR = 6, 10.0, 25.0


def pol(r, a):
    return (r * math.cos(a), r * math.sin(a))


step = 2 * math.pi / N
outline = [pol(r, (i + f) * step) for i in range(N) for f, r in SHAPE]
holes = [pol(HR, 2 * math.pi * k / HN) for k in range(HN)]

blank = cq.Workplane("XY").polyline(outline).close().extrude(T)
cuts = (
    cq.Workplane("XY", origin=(0, 0, -2))
    .circle(BORE_D / 2)
    .pushPoints(holes)
    .circle(HD / 2)
    .extrude(T + 4)
)
result = blank.cut(cuts)
