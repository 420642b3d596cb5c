import cadquery as cq

plate = cq.Workplane("YZ").rect(30, 60).extrude(5)
arm = cq.Workplane("XZ").moveTo(0, 15).lineTo(40, 15).lineTo(40, 45)
hook = cq.Workplane("YZ").center(0, 15).rect(10, 10).sweep(arm, transition="right")
result = plate.union(hook).faces("<X").workplane().pushPoints([(0, 30), (0, 50)]).hole(5)
