import cadquery as cq

length = 80.0
flange_w, flange_t = 40.0, 5.0
web_t, height = 6.0, 35.0

section = (
    cq.Sketch()
    .push([(0, (height - flange_t) / 2)])
    .rect(web_t, height - flange_t)
    .reset()
    .push([(0, height - flange_t / 2)])
    .rect(flange_w, flange_t)
    .reset()
    .clean()
)

# XZ looks towards -y, so the beam is extruded backwards.
result = cq.Workplane("XZ").placeSketch(section).extrude(-length)
