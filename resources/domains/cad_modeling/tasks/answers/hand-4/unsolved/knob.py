import cadquery as cq

result = (
    cq.Workplane("XY")
    .circle(20)
    .extrude(18)
    .faces(">Z")
    .workplane()
    .polarArray(21, 0, 360, 6)
    .hole(10)
    .faces("<Z")
    .workplane()
    .hole(8)
)
