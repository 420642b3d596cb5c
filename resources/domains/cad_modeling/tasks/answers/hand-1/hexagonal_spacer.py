import cadquery as cq

across_corners = 10.0
height = 25.0
hole_diameter = 5.0

# polygon() takes the diameter across corners and puts the first corner on +x.
body = cq.Workplane("XY").polygon(6, across_corners).extrude(height)

drill = (
    cq.Workplane("XY")
    .workplane(offset=-1)
    .circle(hole_diameter / 2)
    .extrude(height + 2)
)

result = body.cut(drill)
