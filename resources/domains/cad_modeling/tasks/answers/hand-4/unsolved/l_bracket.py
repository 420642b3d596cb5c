import cadquery as cq

pts = [(0, 0), (50, 0), (50, 6), (6, 6), (6, 40), (0, 40)]
result = (
    cq.Workplane("XZ")
    .polyline(pts)
    .close()
    .extrude(30)
    .edges("|Y and <X and <Z")
    .fillet(5)
    .faces("<Z")
    .workplane()
    .pushPoints([(22, 15), (40, 15)])
    .hole(6)
)
