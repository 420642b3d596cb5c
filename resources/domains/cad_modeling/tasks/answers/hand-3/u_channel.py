import cadquery as cq

channel = cq.Workplane("XY").box(70, 30, 25, centered=(True, True, False))
channel = channel.faces(">Z or <X or >X").shell(-3)
result = (
    channel.faces("<Z[1]")
    .workplane(origin=(0, 0, 3))
    .pushPoints([(-20, 0), (20, 0)])
    .hole(5)
)
