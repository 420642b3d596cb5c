import cadquery as cq

length, width, height = 80.0, 50.0, 40.0
gallery, gallery_length = 14.0, 70.0
port, counterbore, counterbore_depth = 10.0, 16.0, 6.0
side_port, chamfer = 8.0, 2.0
port_positions = [(20.0, 25.0), (40.0, 25.0), (60.0, 25.0)]
side_positions = [(30.0, 20.0), (50.0, 20.0)]

block = cq.Workplane("XY").box(length, width, height, centered=False).edges("|Z").chamfer(chamfer)
main = cq.Workplane("YZ").center(width / 2, height / 2).circle(gallery / 2).extrude(gallery_length)
top = cq.Workplane("XY").workplane(offset=height)
ports = top.pushPoints(port_positions).circle(port / 2).extrude(-height / 2)
sinks = top.pushPoints(port_positions).circle(counterbore / 2).extrude(-counterbore_depth)
sides = cq.Workplane("XZ").pushPoints(side_positions).circle(side_port / 2).extrude(-width / 2)

result = block.cut(main).cut(ports).cut(sinks).cut(sides)
