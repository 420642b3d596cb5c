import math

import cadquery as cq

disc_r, disc_t = 50.0, 12.0
neck_r, top = 30.0, 37.0
bore_r = 20.0
bolt_circle_r, bolt_r, bolts = 40.0, 4.5, 8
chamfer = 2.0

half_section = [
    (bore_r, 0),
    (disc_r, 0),
    (disc_r, disc_t),
    (neck_r, disc_t),
    (neck_r, top - chamfer),
    (neck_r - chamfer, top),
    (bore_r, top),
]
body = cq.Workplane("XZ").polyline(half_section).close().revolve(360, (0, 0, 0), (0, 1, 0))

drills = cq.Workplane("XY")
for i in range(bolts):
    angle = 2 * math.pi * i / bolts
    drills = drills.add(
        cq.Workplane("XY", origin=(bolt_circle_r * math.cos(angle), bolt_circle_r * math.sin(angle), 0))
        .circle(bolt_r)
        .extrude(disc_t)
    )
result = body.cut(drills.combine())
