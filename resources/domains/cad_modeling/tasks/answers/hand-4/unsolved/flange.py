import cadquery as cq

flange = cq.Workplane("XY").circle(50).extrude(12)
neck = cq.Workplane("XY").workplane(offset=12).circle(30).extrude(25)
result = (
    flange.union(neck)
    .faces(">Z")
    .edges("%CIRCLE")
    .edges(">X")
    .chamfer(2)
    .faces(">Z")
    .workplane()
    .hole(40)
    .faces("<Z")
    .workplane()
    .polarArray(80, 0, 360, 8)
    .hole(9)
)
