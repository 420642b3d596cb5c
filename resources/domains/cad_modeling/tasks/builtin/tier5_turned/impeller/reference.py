import cadquery as cq

disc, plate = 80.0, 4.0
hub, hub_top, bore = 20.0, 18.0, 8.0
blades, blade_height = 7, 10.0
arc_radius, blade_thickness = 30.0, 2.0
inner_radius, outer_radius = 8.0, 38.0

ring = (
    cq.Workplane("XY")
    .center(20.0, 22.36)
    .circle(arc_radius + blade_thickness / 2)
    .circle(arc_radius - blade_thickness / 2)
    .extrude(blade_height)
)
sector = cq.Workplane("XY").circle(outer_radius).circle(inner_radius).extrude(blade_height)
window = cq.Workplane("XY").box(50, 70, blade_height, centered=False).translate((0, -50, 0))
blade = ring.intersect(sector).intersect(window).translate((0, 0, plate))

part = cq.Workplane("XY").circle(disc / 2).extrude(plate).union(cq.Workplane("XY").circle(hub / 2).extrude(hub_top))
for i in range(blades):
    part = part.union(blade.rotate((0, 0, 0), (0, 0, 1), 360 * i / blades))

result = part.cut(cq.Workplane("XY").circle(bore / 2).extrude(hub_top))
