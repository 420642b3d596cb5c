import cadquery as cq

length = 60
width = 40
height = 20
hole_diameter = 12

result = (
    cq.Workplane("XY")
    .box(length, width, height)
    .faces(">Z")
    .workplane()
    .hole(hole_diameter)
)
