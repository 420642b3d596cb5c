import cadquery as cq

run_outer = cq.Solid.makeCylinder(15, 80, cq.Vector(-40, 0, 0), cq.Vector(1, 0, 0))
run_inner = cq.Solid.makeCylinder(11, 80, cq.Vector(-40, 0, 0), cq.Vector(1, 0, 0))
branch_outer = cq.Solid.makeCylinder(12, 35)
branch_inner = cq.Solid.makeCylinder(8, 35)

result = cq.Workplane("XY").add(run_outer.fuse(branch_outer).cut(run_inner, branch_inner))
