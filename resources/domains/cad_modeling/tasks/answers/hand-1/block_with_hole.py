import cadquery as cq

length = 60.0  # x
width = 40.0  # y
height = 20.0  # z
hole_diameter = 12.0

block = cq.Workplane("XY").box(length, width, height, centered=(True, True, False))

drill = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .circle(hole_diameter / 2)
    .extrude(height + 2)
)

result = block.cut(drill)
