import cadquery as cq

WIRE_D = 3.0
R, PITCH, RISE = 12.0, 8.0, 32.0

spine = cq.Wire.makeHelix(PITCH, RISE, R)
result = (
    cq.Workplane("XZ")
    .center(R, 0)
    .circle(WIRE_D / 2)
    .sweep(cq.Workplane(obj=spine), isFrenet=True)
)
