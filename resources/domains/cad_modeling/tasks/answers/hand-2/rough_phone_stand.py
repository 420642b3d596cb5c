import cadquery as cq

W, L, T = 70.0, 90.0, 5.0
REST_X, TOP_X, TOP_Z = 30.0, 5.0, 95.0
LIP_X0, LIP_X1, LIP_Z = 55.0, 60.0, 20.0

side = [
    (0, 0), (L, 0), (L, T),
    (LIP_X1, T), (LIP_X1, LIP_Z), (LIP_X0, LIP_Z), (LIP_X0, T),
    (REST_X, T), (TOP_X, TOP_Z), (TOP_X - T, TOP_Z), (REST_X - T, T),
    (0, T),
]
result = cq.Workplane("XZ").polyline(side).close().extrude(W / 2, both=True)
