import cadquery as cq

foot_length, depth, foot_height = 100.0, 30.0, 12.0
radius, axis_height, bore = 25.0, 40.0, 32.0
bolt_offset, bolt_hole = 38.0, 9.0

foot = cq.Workplane("XY").box(foot_length, depth, foot_height, centered=(True, True, False))
housing = (
    cq.Workplane("XZ")
    .moveTo(-radius, 0)
    .lineTo(radius, 0)
    .lineTo(radius, axis_height)
    .threePointArc((0, axis_height + radius), (-radius, axis_height))
    .close()
    .extrude(depth / 2, both=True)
)
tunnel = cq.Workplane("XZ").center(0, axis_height).circle(bore / 2).extrude(depth / 2, both=True)
bolts = cq.Workplane("XY").pushPoints([(-bolt_offset, 0), (bolt_offset, 0)]).circle(bolt_hole / 2).extrude(foot_height)

result = foot.union(housing).cut(tunnel).cut(bolts)
