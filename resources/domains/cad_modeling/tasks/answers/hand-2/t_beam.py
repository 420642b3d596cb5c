import cadquery as cq

L, H = 80.0, 35.0
FW, FT, WT = 40.0, 5.0, 6.0

right = [(WT / 2, 0), (WT / 2, H - FT), (FW / 2, H - FT), (FW / 2, H)]
sec = right + [(-x, z) for x, z in reversed(right)]
result = cq.Workplane("XZ").polyline(sec).close().extrude(-L)
