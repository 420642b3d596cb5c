import cadquery as cq

result = (
    cq.Workplane("XY")
    .box(100, 60, 5, centered=(True, True, False))
    .edges("|Z")
    .fillet(8)
    .faces(">Z")
    .workplane()
    .rarray(5, 3, 18, 16)
    .hole(6)
)
