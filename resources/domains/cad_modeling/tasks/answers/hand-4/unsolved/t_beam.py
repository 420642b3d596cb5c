import cadquery as cq

flange = cq.Workplane("XZ").center(0, 32.5).rect(40, 5).extrude(80)
web = cq.Workplane("XZ").center(0, 15).rect(6, 30).extrude(80)
result = flange.union(web)
