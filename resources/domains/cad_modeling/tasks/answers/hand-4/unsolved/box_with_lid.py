import cadquery as cq

box = cq.Workplane("XY").box(60, 40, 25, centered=(True, True, False)).faces(">Z").shell(-2)
lid = (
    cq.Workplane("XY", origin=(0, 0, 25))
    .rect(60, 40)
    .extrude(3)
    .faces("<Z")
    .workplane()
    .rect(55.6, 35.6)
    .rect(51.6, 31.6)
    .extrude(3)
)
result = box.union(lid)
