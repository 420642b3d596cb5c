import cadquery as cq

side = (
    cq.Workplane("YZ")
    .moveTo(-10, 0)
    .lineTo(10, 0)
    .lineTo(10, 40)
    .threePointArc((0, 50), (-10, 40))
    .close()
    .extrude(12, both=True)
)
slot = cq.Workplane("XY").box(10, 20, 30).translate((0, 0, 35))
result = side.cut(slot).faces(">X").workplane(origin=(0, 0, 40)).circle(4).cutThruAll()
