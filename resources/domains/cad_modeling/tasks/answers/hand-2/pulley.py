import cadquery as cq

RIM_D, W = 80.0, 20.0
G_TOP, G_BOT, G_R = 14.0, 6.0, 30.0
BORE_D = 16.0

R, r = RIM_D / 2, BORE_D / 2
right = [(R, W / 2), (R, G_TOP / 2), (G_R, G_BOT / 2)]
prof = [(r, W / 2)] + right + [(x, -z) for x, z in reversed(right)] + [(r, -W / 2)]

result = cq.Workplane("XZ").polyline(prof).close().revolve(360, (0, 0, 0), (0, 1, 0))
