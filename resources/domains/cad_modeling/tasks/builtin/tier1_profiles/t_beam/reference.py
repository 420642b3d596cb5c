import cadquery as cq

length, flange_width, flange_thickness, web_thickness, height = 80.0, 40.0, 5.0, 6.0, 35.0

web = cq.Workplane("XY").box(web_thickness, length, height - flange_thickness, centered=(True, False, False))
flange = (
    cq.Workplane("XY")
    .workplane(offset=height - flange_thickness)
    .box(flange_width, length, flange_thickness, centered=(True, False, False))
)

result = web.union(flange)
