import cadquery as cq

inlet, outlet, height, wall = 40.0, 24.0, 50.0, 3.0

outside = cq.Workplane("XY").rect(inlet, inlet).workplane(offset=height).circle(outlet / 2).loft()
inside = (
    cq.Workplane("XY")
    .rect(inlet - 2 * wall, inlet - 2 * wall)
    .workplane(offset=height)
    .circle(outlet / 2 - wall)
    .loft()
)

result = outside.cut(inside)
