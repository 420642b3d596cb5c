import cadquery as cq

block = cq.Workplane("XY").box(80, 50, 40, centered=False).edges("|Z").chamfer(2)
tools = [
    cq.Solid.makeCylinder(7, 70, cq.Vector(0, 25, 20), cq.Vector(1, 0, 0)),
    *(cq.Solid.makeCylinder(5, 20, cq.Vector(x, 25, 20)) for x in (20, 40, 60)),
    *(cq.Solid.makeCylinder(8, 6, cq.Vector(x, 25, 34)) for x in (20, 40, 60)),
    *(cq.Solid.makeCylinder(4, 25, cq.Vector(x, 0, 20), cq.Vector(0, 1, 0)) for x in (30, 50)),
]
for tool in tools:
    block = block.cut(cq.Workplane(obj=tool))
result = block
