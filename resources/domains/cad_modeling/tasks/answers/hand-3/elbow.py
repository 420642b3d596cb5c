import cadquery as cq

od, id_, leg, bend = 20.0, 14.0, 15.0, 30.0

path = (
    cq.Workplane("XZ")
    .vLine(leg)
    .radiusArc((bend, leg + bend), bend)
    .hLine(leg)
)
ring = cq.Sketch().circle(od / 2).circle(id_ / 2, mode="s")
result = cq.Workplane("XY").placeSketch(ring).sweep(path)
