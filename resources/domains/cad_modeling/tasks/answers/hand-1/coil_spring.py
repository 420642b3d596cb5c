import cadquery as cq

wire_diameter = 3.0
helix_radius = 12.0
pitch = 8.0
rise = 32.0

# Right-handed helix that starts at (helix_radius, 0, 0).
helix = cq.Wire.makeHelix(pitch, rise, helix_radius)
path = cq.Workplane(obj=helix)

# The section lies in the XZ plane at the helix's start.
result = (
    cq.Workplane("XZ", origin=(helix_radius, 0, 0))
    .circle(wire_diameter / 2)
    .sweep(path, isFrenet=True)
)
