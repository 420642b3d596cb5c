import cadquery as cq

result = (
    cq.Workplane("XY")
    .rect(40, 40)
    .workplane(offset=50)
    .circle(12)
    .loft(combine=True)
    .faces(">Z or <Z")
    .shell(-3)
)
