import cadquery as cq

LX, LY, T, R = 100.0, 60.0, 5.0, 8.0
NX, NY, PX, PY, D = 5, 3, 18.0, 16.0, 6.0

sk = (
    cq.Sketch()
    .rect(LX, LY)
    .vertices()
    .fillet(R)
    .reset()
    .rarray(PX, PY, NX, NY)
    .circle(D / 2, mode="s")
)
result = cq.Workplane("XY").placeSketch(sk).extrude(T)
