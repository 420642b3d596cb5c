import cadquery as cq


def hollow(loc):
    return cq.Solid.makeCylinder(5, 18, cq.Vector(0, 0, 0), cq.Vector(0, 0, 1)).located(loc)


result = (
    cq.Workplane("XY")
    .circle(20)
    .extrude(18)
    .copyWorkplane(cq.Workplane("XY"))
    .polarArray(21, 0, 360, 6)
    .cutEach(hollow)
    .faces("<Z")
    .workplane()
    .circle(4)
    .cutBlind(-12)
)
