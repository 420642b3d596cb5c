import cadquery as cq

plate = cq.Workplane("XY").circle(40).extrude(4)
hub = cq.Workplane("XY").circle(10).extrude(18)

arc_ring = cq.Workplane("XY", origin=(20, 22.36, 4)).circle(31).circle(29).extrude(10)
zone = cq.Workplane("XY", origin=(0, 0, 4)).circle(38).circle(8).extrude(10)
window = cq.Workplane("XY").box(60, 80, 30, centered=False).translate((0, -60, 0))
blade = arc_ring.intersect(zone).intersect(window)

wheel = plate.union(hub)
for k in range(7):
    wheel = wheel.union(blade.rotate((0, 0, 0), (0, 0, 1), k * 360.0 / 7))
result = wheel.cut(cq.Workplane("XY").circle(4).extrude(18))
