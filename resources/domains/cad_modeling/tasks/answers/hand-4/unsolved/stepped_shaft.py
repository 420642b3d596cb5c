import cadquery as cq

result = (
    cq.Workplane("YZ")
    .circle(16)
    .extrude(20)
    .faces(">X")
    .workplane()
    .circle(24)
    .extrude(35)
    .faces(">X")
    .workplane()
    .circle(12)
    .extrude(15)
    .faces(">X")
    .chamfer(1)
)
