import cadquery as cq

segments = [(16.0, 20.0), (24.0, 35.0), (12.0, 15.0)]

shaft = cq.Workplane("YZ")
x = 0.0
for i, (diameter, length) in enumerate(segments):
    piece = cq.Workplane("YZ").workplane(offset=x).circle(diameter / 2).extrude(length)
    shaft = piece if i == 0 else shaft.union(piece)
    x += length

result = shaft.faces(">X").edges().chamfer(1.0)
