import cadquery as cq

STEP, W = 20.0, 30.0
HEIGHTS = (10.0, 20.0, 30.0)

pts = [(0, 0)]
for i, h in enumerate(HEIGHTS):
    pts += [(i * STEP, h), ((i + 1) * STEP, h)]
pts.append((len(HEIGHTS) * STEP, 0))

result = cq.Workplane("XZ").polyline(pts).close().extrude(-W)
