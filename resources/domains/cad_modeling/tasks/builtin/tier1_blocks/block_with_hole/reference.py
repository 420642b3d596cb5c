import cadquery as cq

length, width, height = 60.0, 40.0, 20.0
hole_diameter = 12.0

result = (
    cq.Workplane("XY")
    .box(length, width, height, centered=(True, True, False))
    .faces(">Z")
    .workplane()
    .hole(hole_diameter)
)
