import cadquery as cq

LX, LY, LZ = 60.0, 40.0, 20.0
D = 12.0

sk = cq.Sketch().rect(LX, LY).circle(D / 2, mode="s")
result = cq.Workplane("XY").placeSketch(sk).extrude(LZ)
