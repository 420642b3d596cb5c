import cadquery as cq

R, W = 40.0, 20.0
bottom_r = 30.0
groove_top, groove_bottom = 14.0, 6.0
bore = 16.0

rim = cq.Workplane("XY").workplane(offset=-W / 2).circle(R).circle(bore / 2).extrude(W)
groove = (
    cq.Workplane("XZ")
    .polyline(
        [
            (bottom_r, -groove_bottom / 2),
            (R, -groove_top / 2),
            (R, groove_top / 2),
            (bottom_r, groove_bottom / 2),
        ]
    )
    .close()
    .revolve(360, (0, 0), (0, 1))
)
result = rim.cut(groove)
