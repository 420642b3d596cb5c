import cadquery as cq

foot_l, depth, foot_h = 100.0, 30.0, 12.0
housing_w, axis_z = 50.0, 40.0
bore_d, bolt_d, bolt_x = 32.0, 9.0, 38.0

front = (
    cq.Sketch()
    .segment((-foot_l / 2, 0), (foot_l / 2, 0))
    .segment((foot_l / 2, foot_h))
    .segment((housing_w / 2, foot_h))
    .segment((housing_w / 2, axis_z))
    .arc((0, axis_z + housing_w / 2), (-housing_w / 2, axis_z))
    .segment((-housing_w / 2, foot_h))
    .segment((-foot_l / 2, foot_h))
    .close()
    .assemble()
    .reset()
    .push([(0, axis_z)])
    .circle(bore_d / 2, mode="s")
)
block = cq.Workplane("XZ").workplane(offset=-depth / 2).placeSketch(front).extrude(depth)
result = block.cut(
    cq.Workplane("XY").pushPoints([(-bolt_x, 0), (bolt_x, 0)]).circle(bolt_d / 2).extrude(foot_h)
)
