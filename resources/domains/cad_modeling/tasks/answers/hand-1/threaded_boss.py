import cadquery as cq

# Core and disc
core_radius = 10.0
core_height = 24.0
disc_radius = 18.0
disc_thickness = 5.0

# Thread
helix_radius = 10.0
pitch = 4.0
thread_start_z = 4.0
thread_rise = 16.0
ridge_root_depth = 0.5  # inside the core's surface
ridge_height = 1.5  # outside the core's surface
ridge_half_width = 1.2

disc = (
    cq.Workplane("XY")
    .workplane(offset=-disc_thickness)
    .circle(disc_radius)
    .extrude(disc_thickness)
)

# The core reaches into the disc, so that the two overlap.
core_overlap = 2.0
core = (
    cq.Workplane("XY")
    .workplane(offset=-core_overlap)
    .circle(core_radius)
    .extrude(core_height + core_overlap)
)

# Right-handed helix that starts at (10, 0, 4).
helix = cq.Wire.makeHelix(
    pitch, thread_rise, helix_radius, center=cq.Vector(0, 0, thread_start_z)
)
path = cq.Workplane(obj=helix)

# Triangular section in the XZ plane.
ridge = (
    cq.Workplane("XZ")
    .polyline(
        [
            (core_radius - ridge_root_depth, thread_start_z - ridge_half_width),
            (core_radius + ridge_height, thread_start_z),
            (core_radius - ridge_root_depth, thread_start_z + ridge_half_width),
        ]
    )
    .close()
    .sweep(path, isFrenet=True)
)

result = disc.union(core).union(ridge)
