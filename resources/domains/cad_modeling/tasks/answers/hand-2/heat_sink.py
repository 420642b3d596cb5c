import cadquery as cq

LX, LY, BASE = 60.0, 50.0, 5.0
N, FT, TOP = 9, 2.0, 25.0

pitch = (LX - FT) / (N - 1)
comb = [(-LX / 2, 0), (LX / 2, 0)]
for i in reversed(range(N)):
    c = -LX / 2 + FT / 2 + i * pitch
    if i < N - 1:
        comb.append((c + FT / 2, BASE))
    comb += [(c + FT / 2, TOP), (c - FT / 2, TOP)]
    if i:
        comb.append((c - FT / 2, BASE))

result = cq.Workplane("XZ").polyline(comb).close().extrude(LY / 2, both=True)
