import cadquery as cq

width = 70.0
outline = [(0, 0), (90, 0), (90, 5), (60, 5), (60, 20), (55, 20), (55, 5), (30, 5), (5, 95), (0, 95), (25, 5), (0, 5)]

result = cq.Workplane("XZ").polyline(outline).close().extrude(width / 2, both=True)
