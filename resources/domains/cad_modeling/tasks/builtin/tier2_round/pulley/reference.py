import cadquery as cq

rim_radius, half_width = 40.0, 10.0
groove_bottom, groove_half_width, bottom_half_width = 30.0, 7.0, 3.0
bore_radius = 8.0

profile = [
    (bore_radius, -half_width),
    (rim_radius, -half_width),
    (rim_radius, -groove_half_width),
    (groove_bottom, -bottom_half_width),
    (groove_bottom, bottom_half_width),
    (rim_radius, groove_half_width),
    (rim_radius, half_width),
    (bore_radius, half_width),
]

result = cq.Workplane("XZ").polyline(profile).close().revolve(360, (0, 0, 0), (0, 1, 0))
