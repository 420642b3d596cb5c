import cadquery as cq

body = (
    cq.Workplane("XY")
    .box(100, 70, 28, centered=(True, True, False))
    .edges("|Z")
    .fillet(8)
    .faces(">Z")
    .shell(-2.5)
)
body = (
    body.faces("<Z[-2]")
    .workplane()
    .rect(76, 46, forConstruction=True)
    .vertices()
    .circle(4)
    .extrude(17.5)
)
body = (
    body.faces("<Z")
    .workplane(offset=-20)
    .rect(76, 46, forConstruction=True)
    .vertices()
    .hole(3, 14)
)
for i in range(5):
    slot = cq.Workplane("XZ").box(3, 12, 2.5).translate((-16 + 8 * i, -35, 14))
    body = body.cut(slot)
result = body
