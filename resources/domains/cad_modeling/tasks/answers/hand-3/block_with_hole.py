import cadquery as cq

# Plan view as a sketch: the block's outline with the hole taken out.
plan = cq.Sketch().rect(60, 40).circle(6, mode="s")

result = cq.Workplane("XY").placeSketch(plan).extrude(20)
