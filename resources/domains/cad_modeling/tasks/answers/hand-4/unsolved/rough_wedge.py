import cadquery as cq

result = (
    cq.Workplane("XZ")
    .polyline([(0, 0), (120, 0), (120, 2), (0, 25)])
    .close()
    .extrude(40)
)
