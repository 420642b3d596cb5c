import cadquery as cq

first_radius = 8.0
first_length = 20.0
body_radius = 12.0
body_length = 35.0
last_radius = 6.0
last_length = 15.0
end_chamfer = 1.0

body_start_x = first_length
body_end_x = body_start_x + body_length
end_x = body_end_x + last_length

# Half section (x, radius), turned about the x axis.
half_section = [
    (0, 0),
    (0, first_radius),
    (body_start_x, first_radius),
    (body_start_x, body_radius),
    (body_end_x, body_radius),
    (body_end_x, last_radius),
    (end_x - end_chamfer, last_radius),
    (end_x, last_radius - end_chamfer),
    (end_x, 0),
]

result = (
    cq.Workplane("XY")
    .polyline(half_section)
    .close()
    .revolve(360, (0, 0, 0), (1, 0, 0))
)
