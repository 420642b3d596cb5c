import cadquery as cq

length = 90.0  # x
width = 40.0  # y
thickness = 6.0

slot_length = 20.0  # over all
slot_width = 8.0
slot_x = 25.0

hole_diameter = 7.0
counterbore_diameter = 13.0
counterbore_depth = 3.0

plate = cq.Workplane("XY").box(length, width, thickness, centered=(True, True, False))

slots = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .pushPoints([(-slot_x, 0), (slot_x, 0)])
    .slot2D(slot_length, slot_width)
    .extrude(thickness + 2)
)

through_hole = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .circle(hole_diameter / 2)
    .extrude(thickness + 2)
)
counterbore = (
    cq.Workplane("XY")
    .workplane(offset=thickness - counterbore_depth)
    .circle(counterbore_diameter / 2)
    .extrude(counterbore_depth + 1)
)

result = plate.cut(slots).cut(through_hole).cut(counterbore)
