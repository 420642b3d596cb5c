import cadquery as cq

core_radius, core_height = 10.0, 24.0
disc_diameter, disc_thickness = 36.0, 5.0
pitch, rise, start = 4.0, 16.0, 4.0
half_width, depth, sunk = 1.2, 1.5, 0.5

helix = cq.Workplane(cq.Wire.makeHelix(pitch, rise, core_radius))
section = [(core_radius - sunk, -half_width), (core_radius + depth, 0), (core_radius - sunk, half_width)]
ridge = cq.Workplane("XZ").polyline(section).close().sweep(helix, isFrenet=True).translate((0, 0, start))
core = cq.Workplane("XY").circle(core_radius).extrude(core_height)
disc = cq.Workplane("XY").circle(disc_diameter / 2).extrude(-disc_thickness)

result = core.union(disc).union(ridge)
