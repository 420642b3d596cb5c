import cadquery as cq

base = cq.Workplane("XY").box(60, 40, 5, centered=(False, True, False))
wall = cq.Workplane("XY").box(5, 40, 50, centered=(False, True, False))
gusset = (
    cq.Workplane("XZ")
    .moveTo(5, 5)
    .lineTo(45, 5)
    .lineTo(5, 40)
    .close()
    .extrude(3, both=True)
)
result = base + wall + gusset
