import cadquery as cq

length, width, thickness = 100.0, 60.0, 5.0
corner_radius, hole_diameter = 8.0, 6.0
spacing_x, spacing_y = 18.0, 16.0
columns, rows = 5, 3

result = (
    cq.Workplane("XY")
    .box(length, width, thickness, centered=(True, True, False))
    .edges("|Z")
    .fillet(corner_radius)
    .faces(">Z")
    .workplane()
    .rarray(spacing_x, spacing_y, columns, rows)
    .hole(hole_diameter)
)
