import cadquery as cq

result = (
    cq.Workplane("XY")
    .box(90, 40, 6, centered=(True, True, False))
    .faces(">Z")
    .workplane()
    .pushPoints([(-25, 0), (25, 0)])
    .slot2D(20, 8, 90)
    .cutThruAll()
    .faces(">Z")
    .workplane()
    .cboreHole(7, 13, 3)
)
