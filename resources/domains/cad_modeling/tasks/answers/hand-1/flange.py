import cadquery as cq

disc_diameter = 100.0
disc_thickness = 12.0
neck_diameter = 60.0
neck_height = 25.0
bore_diameter = 40.0
chamfer = 2.0

bolt_count = 8
bolt_hole_diameter = 9.0
bolt_circle_diameter = 80.0

top_z = disc_thickness + neck_height
disc_radius = disc_diameter / 2
neck_radius = neck_diameter / 2
bore_radius = bore_diameter / 2

# Half section in the XZ plane (radius, z), turned about the z axis.
half_section = [
    (bore_radius, 0),
    (disc_radius, 0),
    (disc_radius, disc_thickness),
    (neck_radius, disc_thickness),
    (neck_radius, top_z - chamfer),
    (neck_radius - chamfer, top_z),
    (bore_radius, top_z),
]
body = (
    cq.Workplane("XZ")
    .polyline(half_section)
    .close()
    .revolve(360, (0, 0, 0), (0, 1, 0))
)

# The first bolt hole is on the +x axis.
bolt_holes = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .polarArray(bolt_circle_diameter / 2, 0, 360, bolt_count)
    .circle(bolt_hole_diameter / 2)
    .extrude(disc_thickness + 2)
)

result = body.cut(bolt_holes)
