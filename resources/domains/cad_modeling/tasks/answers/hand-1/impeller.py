import cadquery as cq

# Back plate and hub
plate_diameter = 80.0
plate_thickness = 4.0
hub_diameter = 20.0
hub_top_z = 18.0
bore_diameter = 8.0

# Blades
blade_count = 7
blade_top_z = 14.0
blade_arc_centre = (20.0, 22.36)
blade_arc_inner_radius = 29.0
blade_arc_outer_radius = 31.0
blade_start_radius = 8.0
blade_end_radius = 38.0
blade_limit_y = 20.0

# The blade's body starts inside the plate, so that the two overlap.
blade_base_z = 2.0
blade_height = blade_top_z - blade_base_z


def make_first_blade():
    """Ring about the arc's centre, limited by radius and to x > 0, y < 20."""
    arc_ring = (
        cq.Workplane("XY", origin=(0, 0, blade_base_z))
        .center(*blade_arc_centre)
        .circle(blade_arc_outer_radius)
        .circle(blade_arc_inner_radius)
        .extrude(blade_height)
    )
    radial_range = (
        cq.Workplane("XY", origin=(0, 0, blade_base_z))
        .circle(blade_end_radius)
        .circle(blade_start_radius)
        .extrude(blade_height)
    )
    region_size = 100.0
    region = cq.Workplane(
        "XY", origin=(0, blade_limit_y - region_size, blade_base_z - 1)
    ).box(region_size, region_size, blade_height + 2, centered=False)
    return arc_ring.intersect(radial_range).intersect(region)


plate = cq.Workplane("XY").circle(plate_diameter / 2).extrude(plate_thickness)
hub = cq.Workplane("XY").circle(hub_diameter / 2).extrude(hub_top_z)
body = plate.union(hub)

first_blade = make_first_blade()
for index in range(blade_count):
    angle = index * 360.0 / blade_count
    body = body.union(first_blade.rotate((0, 0, 0), (0, 0, 1), angle))

bore = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .circle(bore_diameter / 2)
    .extrude(hub_top_z + 2)
)

result = body.cut(bore)
