import cadquery as cq

points = [(8, -10), (40, -10), (40, -7), (30, -3), (30, 3), (40, 7), (40, 10), (8, 10)]
result = cq.Workplane("XZ").polyline(points).revolve(360, (0, 0, 0), (0, 1, 0))
