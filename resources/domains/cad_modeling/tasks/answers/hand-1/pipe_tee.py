import cadquery as cq

# Run along x
run_half_length = 40.0
run_outer_diameter = 30.0
run_inner_diameter = 22.0

# Branch along +z
branch_top_z = 35.0
branch_outer_diameter = 24.0
branch_inner_diameter = 16.0

# Solid outside of the tee.
run_outside = (
    cq.Workplane("YZ")
    .circle(run_outer_diameter / 2)
    .extrude(run_half_length, both=True)
)
branch_outside = (
    cq.Workplane("XY").circle(branch_outer_diameter / 2).extrude(branch_top_z)
)

# Both bores are cut from the united outside, so that they join inside.
run_bore = (
    cq.Workplane("YZ")
    .circle(run_inner_diameter / 2)
    .extrude(run_half_length + 5, both=True)
)
branch_bore = (
    cq.Workplane("XY").circle(branch_inner_diameter / 2).extrude(branch_top_z + 5)
)

result = run_outside.union(branch_outside).cut(run_bore).cut(branch_bore)
