import cadquery as cq

OD, ID, T, C = 24.0, 13.0, 2.5, 0.5

R, r = OD / 2, ID / 2
result = (
    cq.Workplane("XZ")
    .polyline([(r, 0), (R, 0), (R, T - C), (R - C, T), (r, T)])
    .close()
    .revolve(360, (0, 0, 0), (0, 1, 0))
)
