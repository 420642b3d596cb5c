import cadquery as cq

length, width, height = 100.0, 70.0, 28.0
corner, wall = 8.0, 2.5
boss, boss_top, boss_hole, hole_floor = 8.0, 20.0, 3.0, 6.0
vent_width, vent_low, vent_high, vent_spacing, vents = 3.0, 8.0, 20.0, 8.0, 5

boss_positions = [(-38.0, -23.0), (38.0, -23.0), (38.0, 23.0), (-38.0, 23.0)]

tray = (
    cq.Workplane("XY")
    .box(length, width, height, centered=(True, True, False))
    .edges("|Z")
    .fillet(corner)
    .faces(">Z")
    .shell(-wall)
)
bosses = cq.Workplane("XY").workplane(offset=wall).pushPoints(boss_positions).circle(boss / 2).extrude(boss_top - wall)
holes = (
    cq.Workplane("XY")
    .workplane(offset=hole_floor)
    .pushPoints(boss_positions)
    .circle(boss_hole / 2)
    .extrude(boss_top - hole_floor)
)
vent = cq.Workplane("XY").box(vent_width, 4 * wall, vent_high - vent_low, centered=(True, True, False))

part = tray.union(bosses).cut(holes)
for i in range(vents):
    part = part.cut(vent.translate(((i - (vents - 1) / 2) * vent_spacing, -width / 2, vent_low)))

result = part
