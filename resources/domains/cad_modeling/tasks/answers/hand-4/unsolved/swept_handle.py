import cadquery as cq

path = (
    cq.Workplane("XZ")
    .moveTo(-50, 0)
    .lineTo(-50, 25)
    .tangentArcPoint((15, 15))
    .lineTo(35, 40)
    .tangentArcPoint((15, -15))
    .lineTo(50, 0)
)
bar = cq.Workplane("XY").center(-50, 0).circle(5).sweep(path)
feet = cq.Workplane("XY").workplane(offset=-5).pushPoints([(-50, 0), (50, 0)]).circle(22).extrude(5)
result = bar.union(feet)
