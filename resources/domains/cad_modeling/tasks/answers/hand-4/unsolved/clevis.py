import cadquery as cq

result = (
    cq.Workplane("XY")
    .box(24, 20, 50, centered=(True, True, False))
    .faces(">Z")
    .workplane()
    .rect(10, 20)
    .cutBlind(-30)
    .edges("|X and >Z")
    .fillet(10)
    .faces(">X")
    .workplane(centerOption="ProjectedOrigin", origin=(0, 0, 40))
    .hole(8)
)
