import cadquery as cq

run_half_length, run_outer, run_inner = 40.0, 30.0, 22.0
branch_height, branch_outer, branch_inner = 35.0, 24.0, 16.0

run = cq.Workplane("YZ").circle(run_outer / 2).extrude(run_half_length, both=True)
branch = cq.Workplane("XY").circle(branch_outer / 2).extrude(branch_height)
run_bore = cq.Workplane("YZ").circle(run_inner / 2).extrude(run_half_length, both=True)
branch_bore = cq.Workplane("XY").circle(branch_inner / 2).extrude(branch_height)

result = run.union(branch).cut(run_bore).cut(branch_bore)
