import cadquery as cq

fins = 9
pitch = (60 - 2) / (fins - 1)

result = (
    cq.Workplane("XY")
    .box(60, 50, 5, centered=(True, True, False))
    .faces(">Z")
    .workplane()
    .rarray(pitch, 1, fins, 1)
    .rect(2, 50)
    .extrude(20)
)
