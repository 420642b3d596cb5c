import cadquery as cq

OD, ID = 20.0, 14.0
LEG, BEND = 15.0, 30.0

path = (
    cq.Workplane("XZ")
    .moveTo(0, 0)
    .lineTo(0, LEG)
    .radiusArc((BEND, LEG + BEND), BEND)
    .lineTo(BEND + LEG, LEG + BEND)
)

result = cq.Workplane("XY").circle(OD / 2).circle(ID / 2).sweep(path, transition="right")
