import cadquery as cq

PW, PH, PT = 30.0, 60.0, 5.0
A = 10.0
REACH, ARM_Z, TIP_Z = 45.0, 10.0, 45.0
HOLE_D, HOLE_Z = 5.0, (30.0, 50.0)
R = 3.0

plate = cq.Workplane(obj=cq.Solid.makeBox(PT, PW, PH, cq.Vector(0, -PW / 2, 0)))
arm = (
    cq.Workplane("XZ")
    .polyline(
        [
            (PT / 2, ARM_Z),
            (REACH, ARM_Z),
            (REACH, TIP_Z),
            (REACH - A, TIP_Z),
            (REACH - A, ARM_Z + A),
            (PT / 2, ARM_Z + A),
        ]
    )
    .close()
    .extrude(A / 2, both=True)
    .edges(cq.selectors.NearestToPointSelector((REACH, 0, ARM_Z)))
    .fillet(R)
)
body = plate.union(arm)
for z in HOLE_Z:
    d = cq.Solid.makeCylinder(HOLE_D / 2, PT + 4, cq.Vector(-2, 0, z), cq.Vector(1, 0, 0))
    body = body.cut(cq.Workplane(obj=d))
result = body
