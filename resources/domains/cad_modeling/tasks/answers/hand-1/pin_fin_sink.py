import cadquery as cq

base_side = 40.0
base_thickness = 4.0
base_chamfer = 3.0

pin_diameter = 4.0
pin_height = 15.0
pin_pitch = 9.0
pins_per_side = 4

base = (
    cq.Workplane("XY")
    .box(base_side, base_side, base_thickness, centered=(True, True, False))
    .edges("|Z")
    .chamfer(base_chamfer)
)

# The pins start inside the base, so that they overlap it.
pin_start_z = 2.0
pins = (
    cq.Workplane("XY")
    .workplane(offset=pin_start_z)
    .rarray(pin_pitch, pin_pitch, pins_per_side, pins_per_side)
    .circle(pin_diameter / 2)
    .extrude(base_thickness + pin_height - pin_start_z)
)

result = base.union(pins)
