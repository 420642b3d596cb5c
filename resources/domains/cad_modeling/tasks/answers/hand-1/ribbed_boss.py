import cadquery as cq

# Plate
plate_side = 40.0
plate_thickness = 3.0

# Boss
boss_diameter = 12.0
boss_top_z = 21.0
hole_diameter = 5.0
hole_bottom_z = 6.0

# Ribs
rib_thickness = 2.0
rib_inner_radius = 4.0
rib_outer_radius = 14.0
rib_top_z = 17.0
overlap = 1.0  # how far boss and ribs reach into the plate

plate = cq.Workplane("XY").box(
    plate_side, plate_side, plate_thickness, centered=(True, True, False)
)
boss = (
    cq.Workplane("XY")
    .workplane(offset=plate_thickness - overlap)
    .circle(boss_diameter / 2)
    .extrude(boss_top_z - plate_thickness + overlap)
)

# Rib on the +x side; below the triangle it continues into the plate.
first_rib = (
    cq.Workplane("XZ")
    .polyline(
        [
            (rib_inner_radius, plate_thickness - overlap),
            (rib_outer_radius, plate_thickness - overlap),
            (rib_outer_radius, plate_thickness),
            (rib_inner_radius, rib_top_z),
        ]
    )
    .close()
    .extrude(rib_thickness / 2, both=True)
)

body = plate.union(boss)
for index in range(4):
    body = body.union(first_rib.rotate((0, 0, 0), (0, 0, 1), 90 * index))

hole = (
    cq.Workplane("XY")
    .workplane(offset=hole_bottom_z)
    .circle(hole_diameter / 2)
    .extrude(boss_top_z - hole_bottom_z + 2)
)

result = body.cut(hole)
