import cadquery as cq

HALF = 40.0
RUN_OD, RUN_ID = 30.0, 22.0
TOP = 35.0
BR_OD, BR_ID = 24.0, 16.0


def tee(run_d, br_d, ext):
    run = cq.Solid.makeCylinder(
        run_d / 2, 2 * (HALF + ext), cq.Vector(-HALF - ext, 0, 0), cq.Vector(1, 0, 0)
    )
    branch = cq.Solid.makeCylinder(br_d / 2, TOP + ext, cq.Vector(0, 0, 0), cq.Vector(0, 0, 1))
    return run.fuse(branch)


result = cq.Workplane(obj=tee(RUN_OD, BR_OD, 0).cut(tee(RUN_ID, BR_ID, 5)))
