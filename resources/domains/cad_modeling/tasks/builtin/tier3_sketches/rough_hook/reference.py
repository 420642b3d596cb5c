import cadquery as cq

plate_width, plate_height, plate_thickness = 30.0, 60.0, 5.0
arm, reach, low, tip = 10.0, 45.0, 10.0, 45.0
screw_heights = [30.0, 50.0]

plate = cq.Workplane("XY").box(plate_thickness, plate_width, plate_height, centered=(False, True, False))
outline = [(0, low), (reach, low), (reach, tip), (reach - arm, tip), (reach - arm, low + arm), (0, low + arm)]
hook = cq.Workplane("XZ").polyline(outline).close().extrude(arm / 2, both=True)
screws = cq.Workplane("YZ").pushPoints([(0, z) for z in screw_heights]).circle(2.5).extrude(plate_thickness)

result = plate.union(hook).cut(screws)
