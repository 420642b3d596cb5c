import cadquery as cq

block = cq.Workplane("XY").box(80, 50, 40, centered=False)
block = block.edges("|Z").chamfer(2)
block = block.faces("<X").workplane(centerOption="CenterOfMass").hole(14, 70)
for x in (20, 40, 60):
    block = block.faces(">Z").workplane(origin=(x, 25, 40)).cboreHole(10, 16, 6, depth=20)
for x in (30, 50):
    block = block.faces("<Y").workplane(origin=(x, 0, 20)).hole(8, 25)
result = block.val()
