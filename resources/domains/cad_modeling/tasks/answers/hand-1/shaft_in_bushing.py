import cadquery as cq

# Bushing
bushing_height = 30.0
bushing_outer_radius = 10.0
bushing_inner_radius = 12.1 / 2
collar_radius = 14.0
collar_height = 4.0

# Shaft
shaft_radius = 6.0
shaft_bottom_z = -10.0
shaft_top_z = 40.0
shaft_chamfer = 1.0


def turned_part(half_section):
    """Turn a half section of (radius, z) points about the z axis."""
    return (
        cq.Workplane("XZ")
        .polyline(half_section)
        .close()
        .revolve(360, (0, 0, 0), (0, 1, 0))
    )


bushing = turned_part(
    [
        (bushing_inner_radius, 0),
        (collar_radius, 0),
        (collar_radius, collar_height),
        (bushing_outer_radius, collar_height),
        (bushing_outer_radius, bushing_height),
        (bushing_inner_radius, bushing_height),
    ]
)

shaft = turned_part(
    [
        (0, shaft_bottom_z),
        (shaft_radius - shaft_chamfer, shaft_bottom_z),
        (shaft_radius, shaft_bottom_z + shaft_chamfer),
        (shaft_radius, shaft_top_z - shaft_chamfer),
        (shaft_radius - shaft_chamfer, shaft_top_z),
        (0, shaft_top_z),
    ]
)

result = cq.Assembly()
result.add(bushing, name="bushing")
result.add(shaft, name="shaft")
