import cadquery as cq

result = (
    cq.Workplane("XY")
    .cylinder(8, 50, centered=(True, True, False))
    .faces(">Z")
    .workplane()
    .circle(42.5)
    .cutBlind(-3)
    .faces("<Z")
    .edges()
    .chamfer(0.5)
)
