import cadquery as cq

length = 100.0  # x
width = 60.0  # y
thickness = 5.0
corner_radius = 8.0

hole_diameter = 6.0
columns = 5
rows = 3
pitch_x = 18.0
pitch_y = 16.0

plate = (
    cq.Workplane("XY")
    .box(length, width, thickness, centered=(True, True, False))
    .edges("|Z")
    .fillet(corner_radius)
)

holes = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .rarray(pitch_x, pitch_y, columns, rows)
    .circle(hole_diameter / 2)
    .extrude(thickness + 2)
)

result = plate.cut(holes)
