import cadquery as cq

rim_radius = 40.0
half_width = 10.0
groove_bottom_radius = 30.0
groove_half_width_rim = 7.0
groove_half_width_bottom = 3.0
bore_radius = 8.0

# Half section (radius, z), turned about the z axis.
half_section = [
    (bore_radius, -half_width),
    (rim_radius, -half_width),
    (rim_radius, -groove_half_width_rim),
    (groove_bottom_radius, -groove_half_width_bottom),
    (groove_bottom_radius, groove_half_width_bottom),
    (rim_radius, groove_half_width_rim),
    (rim_radius, half_width),
    (bore_radius, half_width),
]

result = (
    cq.Workplane("XZ")
    .polyline(half_section)
    .close()
    .revolve(360, (0, 0, 0), (0, 1, 0))
)
