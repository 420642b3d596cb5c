import cadquery as cq

wire_diameter, radius, pitch, rise = 3.0, 12.0, 8.0, 32.0

helix = cq.Wire.makeHelix(pitch, rise, radius)

result = cq.Workplane("XZ").center(radius, 0).circle(wire_diameter / 2).sweep(cq.Workplane(helix), isFrenet=True)
