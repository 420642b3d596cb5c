import cadquery as cq

L, W, T = 90.0, 40.0, 6.0

outline = (
    cq.Sketch()
    .rect(L, W)
    .push([(-25, 0), (25, 0)])
    .slot(20 - 8, 8, mode="s")
)

result = (
    cq.Workplane("XY")
    .placeSketch(outline)
    .extrude(T)
    .faces(">Z")
    .workplane(centerOption="CenterOfBoundBox")
    .cboreHole(7, 13, 3)
)
