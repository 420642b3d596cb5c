import cadquery as cq

result = cq.Workplane("XY").polygon(6, 5).extrude(25).faces(">Z").workplane().hole(5)
