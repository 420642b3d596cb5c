import cadquery as cq

D, T = 100.0, 8.0
REC_D, REC_H = 85.0, 3.0
C = 0.8

R, q = D / 2, REC_D / 2
f = T - REC_H
prof = [
    (0, 0), (R - C, 0), (R, C), (R, T - C), (R - C, T),
    (q + C, T), (q, T - C), (q, f), (0, f),
]
result = cq.Workplane("XZ").polyline(prof).close().revolve(360, (0, 0, 0), (0, 1, 0))
