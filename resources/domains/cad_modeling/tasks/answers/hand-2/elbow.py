import cadquery as cq

OD, ID = 20.0, 14.0
LEG, BEND = 15.0, 30.0


def ring(wp):
    return wp.circle(OD / 2).circle(ID / 2)


lower = ring(cq.Workplane("XY")).extrude(LEG)
turn = ring(cq.Workplane("XY", origin=(0, 0, LEG))).revolve(90, (BEND, 0, 0), (BEND, 1, 0))
upper = ring(cq.Workplane("YZ", origin=(BEND, 0, LEG + BEND))).extrude(LEG)

result = lower.union(turn).union(upper)
