import cadquery as cq

L, W, THICK, THIN = 120.0, 40.0, 25.0, 2.0

result = (
    cq.Workplane("XZ")
    .polyline([(0, 0), (L, 0), (L, THIN), (0, THICK)])
    .close()
    .extrude(W / 2, both=True)
)
