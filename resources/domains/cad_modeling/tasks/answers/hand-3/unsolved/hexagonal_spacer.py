import cadquery as cq

section = (
    cq.Sketch()
    .regularPolygon(5.0, 6)
    .circle(2.5, mode="s")
)
result = cq.Workplane().placeSketch(section).extrude(25.0)
