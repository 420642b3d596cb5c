import cadquery as cq

L, W, T = 60.0, 40.0, 5.0
H = 50.0
GT = 6.0
G_X, G_Z = 45.0, 40.0

ell = (
    cq.Workplane("XZ")
    .polyline([(0, 0), (L, 0), (L, T), (T, T), (T, H), (0, H)])
    .close()
    .extrude(W / 2, both=True)
)
d = T / 2
web = (
    cq.Workplane("XZ")
    .polyline([(d, d), (G_X, d), (G_X, T), (T, G_Z), (d, G_Z)])
    .close()
    .extrude(GT / 2, both=True)
)
result = ell.union(web)
