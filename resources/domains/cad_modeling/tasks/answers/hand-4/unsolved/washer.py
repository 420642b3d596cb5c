import cadquery as cq

washer = cq.Workplane("XY").circle(12).circle(6.5).extrude(2.5)
washer = washer.faces(">Z").edges().chamfer(0.5)
result = washer
