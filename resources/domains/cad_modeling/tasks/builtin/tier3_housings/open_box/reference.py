import cadquery as cq

length, width, height = 80.0, 50.0, 30.0
corner_radius, wall = 6.0, 2.0

result = (
    cq.Workplane("XY")
    .box(length, width, height, centered=(True, True, False))
    .edges("|Z")
    .fillet(corner_radius)
    .faces(">Z")
    .shell(-wall)
)
