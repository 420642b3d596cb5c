import cadquery as cq

length = 70.0  # x
width = 30.0  # y
height = 25.0  # z
thickness = 3.0

hole_diameter = 5.0
hole_x = 20.0

block = cq.Workplane("XY").box(length, width, height, centered=(True, True, False))

# The channel is open at the top and at both ends.
channel = (
    cq.Workplane("XY")
    .workplane(offset=thickness)
    .box(length + 10, width - 2 * thickness, height, centered=(True, True, False))
)

holes = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .pushPoints([(-hole_x, 0), (hole_x, 0)])
    .circle(hole_diameter / 2)
    .extrude(thickness + 2)
)

result = block.cut(channel).cut(holes)
