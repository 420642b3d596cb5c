import cadquery as cq

S, T, C = 40.0, 4.0, 3.0
N, PITCH, PIN_D, PIN_H = 4, 9.0, 4.0, 15.0

h = S / 2
q = h - C
base = (
    cq.Workplane("XY")
    .polyline([(q, -h), (h, -q), (h, q), (q, h), (-q, h), (-h, q), (-h, -q), (-q, -h)])
    .close()
    .extrude(T)
)
off = [(i - (N - 1) / 2) * PITCH for i in range(N)]
pins = (
    cq.Workplane("XY", origin=(0, 0, T / 2))
    .pushPoints([(x, y) for x in off for y in off])
    .circle(PIN_D / 2)
    .extrude(PIN_H + T / 2)
)
result = base.union(pins)
