import cadquery as cq

diameter = 40.0
height = 18.0

hollow_count = 6
hollow_diameter = 10.0
hollow_circle_radius = 21.0

hole_diameter = 8.0
hole_depth = 12.0

body = cq.Workplane("XY").circle(diameter / 2).extrude(height)

# Finger hollows, the first on +x.
hollows = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .polarArray(hollow_circle_radius, 0, 360, hollow_count)
    .circle(hollow_diameter / 2)
    .extrude(height + 2)
)

# Blind hole from below.
hole = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .circle(hole_diameter / 2)
    .extrude(hole_depth + 1)
)

result = body.cut(hollows).cut(hole)
