import cadquery as cq

length = 80.0  # x
width = 50.0  # y
height = 30.0  # z
outer_radius = 6.0
wall = 2.0
inner_radius = outer_radius - wall

outside = (
    cq.Workplane("XY")
    .box(length, width, height, centered=(True, True, False))
    .edges("|Z")
    .fillet(outer_radius)
)

# The cavity starts on the floor and reaches beyond the open top.
cavity = (
    cq.Workplane("XY")
    .workplane(offset=wall)
    .box(length - 2 * wall, width - 2 * wall, height, centered=(True, True, False))
    .edges("|Z")
    .fillet(inner_radius)
)

result = outside.cut(cavity)
