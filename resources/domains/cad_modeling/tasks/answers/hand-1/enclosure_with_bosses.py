import cadquery as cq

# Shell
length = 100.0  # x
width = 70.0  # y
height = 28.0  # z
outer_radius = 8.0
wall = 2.5
inner_radius = outer_radius - wall

# Bosses
boss_x = 38.0
boss_y = 23.0
boss_diameter = 8.0
boss_top_z = 20.0
boss_hole_diameter = 3.0
boss_hole_bottom_z = 6.0

# Vent slots
slot_count = 5
slot_width = 3.0
slot_pitch = 8.0
slot_bottom_z = 8.0
slot_top_z = 20.0
slot_cutter_depth = 8.0  # in y, half of it outside the body

# Shell: rounded block less a rounded cavity that is open at the top.
outside = (
    cq.Workplane("XY")
    .box(length, width, height, centered=(True, True, False))
    .edges("|Z")
    .fillet(outer_radius)
)
cavity = (
    cq.Workplane("XY")
    .workplane(offset=wall)
    .box(length - 2 * wall, width - 2 * wall, height, centered=(True, True, False))
    .edges("|Z")
    .fillet(inner_radius)
)
shell = outside.cut(cavity)

# Bosses start inside the floor, so that they overlap it.
boss_points = [
    (-boss_x, -boss_y),
    (boss_x, -boss_y),
    (boss_x, boss_y),
    (-boss_x, boss_y),
]
boss_base_z = 1.0
bosses = (
    cq.Workplane("XY")
    .workplane(offset=boss_base_z)
    .pushPoints(boss_points)
    .circle(boss_diameter / 2)
    .extrude(boss_top_z - boss_base_z)
)
boss_holes = (
    cq.Workplane("XY")
    .workplane(offset=boss_hole_bottom_z)
    .pushPoints(boss_points)
    .circle(boss_hole_diameter / 2)
    .extrude(boss_top_z - boss_hole_bottom_z + 2)
)

# Slots through the wall at -y, clear of the bosses.
first_slot_x = -slot_pitch * (slot_count - 1) / 2
slot_points = [(first_slot_x + slot_pitch * i, -width / 2) for i in range(slot_count)]
slots = (
    cq.Workplane("XY")
    .workplane(offset=slot_bottom_z)
    .pushPoints(slot_points)
    .rect(slot_width, slot_cutter_depth)
    .extrude(slot_top_z - slot_bottom_z)
)

result = shell.union(bosses).cut(boss_holes).cut(slots)
