import cadquery as cq

length, width, height, wall = 60.0, 40.0, 25.0, 2.0
plate, lip_height, lip_thickness, play = 3.0, 3.0, 2.0, 0.2

box = cq.Workplane("XY").box(length, width, height, centered=(True, True, False)).faces(">Z").shell(-wall)
outer_length, outer_width = length - 2 * (wall + play), width - 2 * (wall + play)
lip = (
    cq.Workplane("XY")
    .workplane(offset=height - lip_height)
    .rect(outer_length, outer_width)
    .rect(outer_length - 2 * lip_thickness, outer_width - 2 * lip_thickness)
    .extrude(lip_height)
)
cover = cq.Workplane("XY").workplane(offset=height).box(length, width, plate, centered=(True, True, False))

result = cq.Assembly().add(box, name="box").add(cover.union(lip), name="lid")
