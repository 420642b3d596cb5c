import cadquery as cq

length, width, height, tip = 120.0, 40.0, 25.0, 2.0

profile = [(0, 0), (length, 0), (length, tip), (0, height)]

result = cq.Workplane("XZ").polyline(profile).close().extrude(width / 2, both=True)
