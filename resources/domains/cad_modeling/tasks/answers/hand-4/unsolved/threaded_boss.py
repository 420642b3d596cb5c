import cadquery as cq

core = cq.Workplane("XY").cylinder(24, 10)
disc = cq.Workplane("XY").workplane(offset=-5).circle(18).extrude(5)
path = cq.Workplane(cq.Wire.makeHelix(4, 16, 10)).translate((0, 0, 4))
thread = (
    cq.Workplane("XZ")
    .polyline([(9.5, 2.8), (11.5, 4), (9.5, 5.2)])
    .close()
    .sweep(path, isFrenet=True)
)
result = core.union(disc).union(thread)
