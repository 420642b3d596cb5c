import cadquery as cq

outer_radius = 12.0
inner_radius = 6.5
thickness = 2.5
chamfer = 0.5

# Half section (radius, z) with the chamfer at the upper outer corner.
half_section = [
    (inner_radius, 0),
    (outer_radius, 0),
    (outer_radius, thickness - chamfer),
    (outer_radius - chamfer, thickness),
    (inner_radius, thickness),
]

result = (
    cq.Workplane("XZ")
    .polyline(half_section)
    .close()
    .revolve(360, (0, 0, 0), (0, 1, 0))
)
