import cadquery as cq

result = (
    cq.Workplane("XY")
    .box(80, 50, 30, centered=(True, True, False))
    .edges("|Z")
    .fillet(6)
    .faces(">Z")
    .shell(2)
)
