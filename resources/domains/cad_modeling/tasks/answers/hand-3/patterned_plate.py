import cadquery as cq

plate = (
    cq.Sketch()
    .rect(100, 60)
    .vertices()
    .fillet(8)
    .reset()
    .rarray(18, 16, 5, 3)
    .circle(3, mode="s")
)
result = cq.Workplane("XY").placeSketch(plate).extrude(5)
