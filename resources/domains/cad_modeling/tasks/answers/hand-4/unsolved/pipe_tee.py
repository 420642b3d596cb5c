import cadquery as cq

run = cq.Workplane("YZ").circle(15).circle(11).extrude(40, both=True)
branch = cq.Workplane("XY").circle(12).circle(8).extrude(35)
result = run.union(branch)
