import cadquery as cq

CORE_D, CORE_H = 20.0, 24.0
DISC_D, DISC_T = 36.0, 5.0
R, PITCH, RISE, Z0 = 10.0, 4.0, 16.0, 4.0
SINK, HALF, CREST = 0.5, 1.2, 1.5

core = (
    cq.Workplane("YZ")
    .polyline([
        (0, -DISC_T), (DISC_D / 2, -DISC_T), (DISC_D / 2, 0),
        (CORE_D / 2, 0), (CORE_D / 2, CORE_H), (0, CORE_H),
    ])
    .close()
    .revolve(360, (0, 0, 0), (0, 1, 0))
)

helix = cq.Wire.makeHelix(PITCH, RISE, R, cq.Vector(0, 0, Z0))
ridge = (
    cq.Workplane("XZ")
    .polyline([(R - SINK, Z0 - HALF), (R + CREST, Z0), (R - SINK, Z0 + HALF)])
    .close()
    .sweep(cq.Workplane(obj=helix), isFrenet=True)
)

result = core.union(ridge)
