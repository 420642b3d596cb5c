import cadquery as cq

plate_width, plate_height, plate_thickness = 30.0, 60.0, 5.0
arm, reach, low, tip = 10.0, 45.0, 10.0, 45.0
screw_heights = [30.0, 50.0]

plate = cq.Workplane("XY").box(plate_thickness, plate_width, plate_height, centered=(False, True, False))
out = cq.Workplane("XY", origin=(0, 0, low)).box(reach, arm, arm, centered=(False, True, False))
up = cq.Workplane("XY", origin=(reach - arm, 0, low + arm)).box(arm, arm, tip - low - arm, centered=(False, True, False))
screws = cq.Workplane("YZ").pushPoints([(0, z) for z in screw_heights]).circle(2.5).extrude(plate_thickness)

result = plate.union(out).union(up, clean=False).cut(screws, clean=False)
