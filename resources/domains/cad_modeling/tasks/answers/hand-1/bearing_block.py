import cadquery as cq

# Foot
foot_length = 100.0
foot_height = 12.0
depth = 30.0  # along y, foot and housing alike

# Housing
housing_width = 50.0
housing_radius = housing_width / 2
bore_centre_z = 40.0
bore_diameter = 32.0

# Foot holes
foot_hole_diameter = 9.0
foot_hole_x = 38.0

# Foot and housing share one outline in the XZ plane.
body = (
    cq.Workplane("XZ")
    .moveTo(-foot_length / 2, 0)
    .lineTo(foot_length / 2, 0)
    .lineTo(foot_length / 2, foot_height)
    .lineTo(housing_radius, foot_height)
    .lineTo(housing_radius, bore_centre_z)
    .threePointArc((0, bore_centre_z + housing_radius), (-housing_radius, bore_centre_z))
    .lineTo(-housing_radius, foot_height)
    .lineTo(-foot_length / 2, foot_height)
    .close()
    .extrude(depth / 2, both=True)
)

# Bore along y, longer than the body on both sides.
bore = (
    cq.Workplane("XZ")
    .center(0, bore_centre_z)
    .circle(bore_diameter / 2)
    .extrude(depth, both=True)
)

# Mounting holes along z.
foot_holes = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .pushPoints([(-foot_hole_x, 0), (foot_hole_x, 0)])
    .circle(foot_hole_diameter / 2)
    .extrude(foot_height + 2)
)

result = body.cut(bore).cut(foot_holes)
