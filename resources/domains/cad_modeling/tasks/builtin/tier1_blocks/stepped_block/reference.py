import cadquery as cq

step_length, width, rise = 20.0, 30.0, 10.0
steps = 3

profile = [(0, 0), (steps * step_length, 0)]
for i in range(steps):
    top = (steps - i) * rise
    profile += [((steps - i) * step_length, top), ((steps - i - 1) * step_length, top)]

result = cq.Workplane("XZ").polyline(profile).close().extrude(-width)
