import cadquery as cq

profile = [
    (0, 0), (90, 0), (90, 5), (60, 5), (60, 20), (55, 20), (55, 5),
    (30, 5), (5, 95), (0, 94), (25, 5), (0, 5),
]
result = cq.Workplane("XZ").polyline(profile).close().extrude(35, both=True).edges("|Y and >Z").fillet(1)
