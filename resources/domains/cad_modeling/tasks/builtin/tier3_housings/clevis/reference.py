import cadquery as cq

width, depth, height = 24.0, 20.0, 50.0
slot_width, slot_depth = 10.0, 30.0
pin, pin_height = 8.0, 40.0

body = (
    cq.Workplane("YZ")
    .moveTo(-depth / 2, 0)
    .lineTo(depth / 2, 0)
    .lineTo(depth / 2, pin_height)
    .threePointArc((0, height), (-depth / 2, pin_height))
    .close()
    .extrude(width / 2, both=True)
)
slot = (
    cq.Workplane("XY")
    .workplane(offset=height - slot_depth)
    .box(slot_width, depth, slot_depth, centered=(True, True, False))
)
hole = cq.Workplane("YZ").center(0, pin_height).circle(pin / 2).extrude(width / 2, both=True)

result = body.cut(slot).cut(hole)
