import cadquery as cq

core = cq.Workplane("XY").circle(10).extrude(24)
disc = cq.Workplane("XY").workplane(offset=-5).circle(18).extrude(5)
helix = cq.Wire.makeHelix(4, 16, 10, center=cq.Vector(0, 0, 4))
ridge = (
    cq.Workplane("XZ")
    .moveTo(9.5, 4 - 1.2)
    .lineTo(11.5, 4)
    .lineTo(9.5, 4 + 1.2)
    .close()
    .sweep(cq.Workplane(obj=helix), isFrenet=True)
)
result = core.union(disc).union(ridge)
