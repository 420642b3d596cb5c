import cadquery as cq

result = (
    cq.Workplane("XY")
    .box(40, 40, 4, centered=(True, True, False))
    .edges("|Z")
    .chamfer(3)
    .faces(">Z")
    .workplane()
    .rarray(9, 9, 4, 4)
    .circle(4)
    .extrude(15)
)
