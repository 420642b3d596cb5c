import cadquery as cq

length, width, thickness = 90.0, 40.0, 6.0
slot_length, slot_width, slot_offset = 20.0, 8.0, 25.0
bore, counterbore, counterbore_depth = 7.0, 13.0, 3.0

plate = cq.Workplane("XY").box(length, width, thickness, centered=(True, True, False))
slotted = (
    plate.faces(">Z")
    .workplane()
    .pushPoints([(-slot_offset, 0), (slot_offset, 0)])
    .slot2D(slot_length, slot_width)
    .cutThruAll()
)

result = slotted.faces(">Z").workplane(origin=(0, 0, thickness)).cboreHole(bore, counterbore, counterbore_depth)
