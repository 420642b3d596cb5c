import cadquery as cq

result = (
    cq.Workplane("XY")
    .circle(50)
    .extrude(8)
    .faces(">Z")
    .workplane()
    .circle(85)
    .cutBlind(-3)
)
