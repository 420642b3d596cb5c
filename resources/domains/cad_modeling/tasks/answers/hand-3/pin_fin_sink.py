import cadquery as cq

base = cq.Workplane("XY").sketch().rect(40, 40).vertices().chamfer(3).finalize().extrude(4)
pins = (
    cq.Workplane("XY", origin=(0, 0, 4))
    .rarray(9, 9, 4, 4)
    .eachpoint(lambda loc: cq.Solid.makeCylinder(2, 15).moved(loc))
)
result = base.union(pins)
