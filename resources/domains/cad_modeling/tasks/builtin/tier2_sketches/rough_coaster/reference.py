import cadquery as cq

diameter, thickness = 100.0, 8.0
recess, depth, rounding = 85.0, 3.0, 1.0

disc = cq.Workplane("XY").circle(diameter / 2).extrude(thickness).edges().fillet(rounding)

result = disc.faces(">Z").workplane().circle(recess / 2).cutBlind(-depth)
