import cadquery as cq

W, D, H = 24.0, 20.0, 50.0
SLOT_W, SLOT_D = 10.0, 30.0
R = D / 2
PIN_D, PIN_Z = 8.0, 40.0

side = (
    cq.Workplane("YZ")
    .moveTo(-R, 0)
    .lineTo(R, 0)
    .lineTo(R, PIN_Z)
    .threePointArc((0, H), (-R, PIN_Z))
    .close()
    .moveTo(0, PIN_Z)
    .circle(PIN_D / 2)
    .extrude(W / 2, both=True)
)
gap = cq.Solid.makeBox(
    SLOT_W, D + 10, SLOT_D + 10, cq.Vector(-SLOT_W / 2, -D / 2 - 5, H - SLOT_D)
)
result = side.cut(cq.Workplane(obj=gap))
