import cadquery as cq

STEP_LENGTH, STEP_WIDTH, STEP_RISE, STEPS = 20, 30, 10, 3

solids = [
    cq.Solid.makeBox(STEP_LENGTH, STEP_WIDTH, STEP_RISE * (i + 1), cq.Vector(STEP_LENGTH * i, 0, 0))
    for i in range(STEPS)
]
result = cq.Workplane("XY").newObject([solids[0].fuse(*solids[1:]).clean()])
