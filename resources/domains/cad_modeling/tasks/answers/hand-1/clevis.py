import cadquery as cq

width = 24.0  # x
depth = 20.0  # y
height = 50.0  # z
slot_width = 10.0
slot_depth = 30.0
round_radius = 10.0
pin_centre_z = 40.0
pin_diameter = 8.0

# Outline in the YZ plane with the rounded upper end.
body = (
    cq.Workplane("YZ")
    .moveTo(-depth / 2, 0)
    .lineTo(depth / 2, 0)
    .lineTo(depth / 2, pin_centre_z)
    .threePointArc((0, pin_centre_z + round_radius), (-depth / 2, pin_centre_z))
    .close()
    .extrude(width / 2, both=True)
)

# Slot from above, longer than the block in y.
slot = (
    cq.Workplane("XY")
    .workplane(offset=height - slot_depth)
    .rect(slot_width, depth + 10)
    .extrude(slot_depth + 5)
)

# Pin hole along x through both prongs.
pin_hole = (
    cq.Workplane("YZ")
    .center(0, pin_centre_z)
    .circle(pin_diameter / 2)
    .extrude(width, both=True)
)

result = body.cut(slot).cut(pin_hole)
