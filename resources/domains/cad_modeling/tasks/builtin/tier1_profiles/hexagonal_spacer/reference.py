import cadquery as cq

across_corners, height, bore = 10.0, 25.0, 5.0

result = cq.Workplane("XY").polygon(6, across_corners).extrude(height).faces(">Z").workplane().hole(bore)
