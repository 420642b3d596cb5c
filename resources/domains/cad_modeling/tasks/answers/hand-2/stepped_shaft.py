import cadquery as cq

STEPS = ((16.0, 20.0), (24.0, 35.0), (12.0, 15.0))
C = 1.0

pts, x = [(0, 0)], 0.0
for d, l in STEPS:
    pts += [(x, d / 2), (x + l, d / 2)]
    x += l
r = STEPS[-1][0] / 2
pts[-1:] = [(x - C, r), (x, r - C), (x, 0)]

result = cq.Workplane("XY").polyline(pts).close().revolve(360, (0, 0, 0), (1, 0, 0))
