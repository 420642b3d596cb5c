import cadquery as cq

length, width, height, wall = 70.0, 30.0, 25.0, 3.0
hole_diameter, hole_offset = 5.0, 20.0

outer = cq.Workplane("XY").box(length, width, height, centered=(True, True, False))
inner = (
    cq.Workplane("XY")
    .workplane(offset=wall)
    .box(length, width - 2 * wall, height, centered=(True, True, False))
)

result = (
    outer.cut(inner)
    .faces("<Z")
    .workplane(origin=(0, 0, 0))
    .pushPoints([(-hole_offset, 0), (hole_offset, 0)])
    .hole(hole_diameter)
)
