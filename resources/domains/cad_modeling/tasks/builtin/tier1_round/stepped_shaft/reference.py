import cadquery as cq

sections = [(16.0, 20.0), (24.0, 35.0), (12.0, 15.0)]
chamfer = 1.0

shaft, start = cq.Workplane("YZ"), 0.0
for diameter, length in sections:
    section = cq.Workplane("YZ").workplane(offset=start).circle(diameter / 2).extrude(length)
    shaft, start = shaft.union(section) if start else section, start + length

result = shaft.faces(">X").edges().chamfer(chamfer)
