import cadquery as cq

bushing_outer, bushing_inner, bushing_length = 20.0, 12.1, 30.0
collar, collar_length = 28.0, 4.0
shaft_diameter, shaft_start, shaft_length, chamfer = 12.0, -10.0, 50.0, 1.0

bushing = cq.Workplane("XY").circle(bushing_outer / 2).extrude(bushing_length)
bushing = bushing.union(cq.Workplane("XY").circle(collar / 2).extrude(collar_length))
bushing = bushing.cut(cq.Workplane("XY").circle(bushing_inner / 2).extrude(bushing_length))
shaft = (
    cq.Workplane("XY")
    .workplane(offset=shaft_start)
    .circle(shaft_diameter / 2)
    .extrude(shaft_length)
    .edges()
    .chamfer(chamfer)
)

result = cq.Assembly().add(bushing, name="bushing").add(shaft, name="shaft")
