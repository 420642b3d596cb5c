import cadquery as cq

bushing = cq.Workplane("XY").circle(10).circle(6.05).extrude(30)
collar = cq.Workplane("XY").circle(14).circle(6.05).extrude(4)
bushing = bushing.union(collar)
shaft = cq.Workplane("XY").circle(6).extrude(50).faces("<Z or >Z").chamfer(1)

result = cq.Assembly().add(bushing).add(shaft)
