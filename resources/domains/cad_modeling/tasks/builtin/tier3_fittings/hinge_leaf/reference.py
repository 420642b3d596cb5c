import cadquery as cq

length, reach, thickness = 50.0, 30.0, 3.0
knuckle_diameter, knuckle_length, knuckles = 8.0, 10.0, 3
pin, screw, clearance = 4.0, 4.0, 5.0
axis_height = knuckle_diameter / 2
screw_positions = [(20.0, 10.0), (20.0, 25.0), (20.0, 40.0)]

leaf = cq.Workplane("XY").box(reach, length, thickness, centered=False)
gap = cq.Workplane("XY").box(clearance, knuckle_length, thickness, centered=False)
for i in range(knuckles - 1):
    leaf = leaf.cut(gap.translate((0, (2 * i + 1) * knuckle_length, 0)))
for i in range(knuckles):
    knuckle = cq.Workplane("XZ", origin=(0, 2 * i * knuckle_length, 0)).center(0, axis_height)
    leaf = leaf.union(knuckle.circle(knuckle_diameter / 2).extrude(-knuckle_length))
pin_hole = cq.Workplane("XZ").center(0, axis_height).circle(pin / 2).extrude(-length)
screw_holes = cq.Workplane("XY").pushPoints(screw_positions).circle(screw / 2).extrude(thickness)

result = leaf.cut(pin_hole).cut(screw_holes)
