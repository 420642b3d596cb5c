import cadquery as cq

leaf = cq.Workplane("XY").box(30, 50, 3, centered=False)
knuckles = None
for start in (0, 20, 40):
    k = cq.Workplane("XZ").workplane(offset=start).center(0, 4).circle(4).extrude(10)
    knuckles = k if knuckles is None else knuckles.union(k)
cutouts = (
    cq.Workplane("XY").box(5, 10, 3, centered=False).translate((0, 10, 0))
    .union(cq.Workplane("XY").box(5, 10, 3, centered=False).translate((0, 30, 0)))
)
body = leaf.cut(cutouts).union(knuckles)
pin = cq.Workplane("XZ").center(0, 4).circle(2).extrude(50)
body = body.cut(pin)
result = body.faces("<Z").workplane().pushPoints([(20, 10), (20, 25), (20, 40)]).hole(4)
