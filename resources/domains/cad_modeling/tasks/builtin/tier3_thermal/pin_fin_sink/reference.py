import cadquery as cq

side, base = 40.0, 4.0
pin_diameter, pin_height, spacing, pins = 4.0, 15.0, 9.0, 4
corner = 3.0

result = (
    cq.Workplane("XY")
    .box(side, side, base, centered=(True, True, False))
    .edges("|Z")
    .chamfer(corner)
    .faces(">Z")
    .workplane()
    .rarray(spacing, spacing, pins, pins)
    .circle(pin_diameter / 2)
    .extrude(pin_height)
)
