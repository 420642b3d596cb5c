import cadquery as cq

base_length = 60.0  # x
width = 40.0  # y
thickness = 5.0  # base plate and wall
wall_height = 50.0

gusset_thickness = 6.0
gusset_end_x = 45.0
gusset_top_z = 40.0
overlap = 2.0  # how far the gusset's body reaches into base and wall

# Base plate and wall: an L in the XZ plane, centred on y = 0.
angle = (
    cq.Workplane("XZ")
    .polyline(
        [
            (0, 0),
            (base_length, 0),
            (base_length, thickness),
            (thickness, thickness),
            (thickness, wall_height),
            (0, wall_height),
        ]
    )
    .close()
    .extrude(width / 2, both=True)
)

# The triangle is enlarged into base and wall, inside which nothing of it shows.
gusset = (
    cq.Workplane("XZ")
    .polyline(
        [
            (thickness - overlap, thickness - overlap),
            (gusset_end_x, thickness - overlap),
            (gusset_end_x, thickness),
            (thickness, gusset_top_z),
            (thickness - overlap, gusset_top_z),
        ]
    )
    .close()
    .extrude(gusset_thickness / 2, both=True)
)

result = angle.union(gusset)
