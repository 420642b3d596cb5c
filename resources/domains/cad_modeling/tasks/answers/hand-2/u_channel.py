import cadquery as cq

L, W, H, T = 70.0, 30.0, 25.0, 3.0
D, HX = 5.0, 20.0

right = [(W / 2, 0), (W / 2, H), (W / 2 - T, H), (W / 2 - T, T)]
sec = right + [(-y, z) for y, z in reversed(right)]
body = cq.Workplane("YZ").polyline(sec).close().extrude(L / 2, both=True)
drills = cq.Workplane("XY", origin=(0, 0, -2)).pushPoints([(-HX, 0), (HX, 0)]).circle(D / 2).extrude(T + 4)
result = body.cut(drills)
