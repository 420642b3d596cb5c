import cadquery as cq

# Outside dimensions shared by box and lid
length = 60.0  # x
width = 40.0  # y

# Box
box_height = 25.0
wall = 2.0

# Lid
lid_thickness = 3.0
lip_bottom_z = 22.0
lip_outer_length = 55.6
lip_outer_width = 35.6
lip_inner_length = 51.6
lip_inner_width = 31.6


def centred_block(size_x, size_y, bottom_z, top_z):
    """A block centred on the z axis, between two heights."""
    return (
        cq.Workplane("XY")
        .workplane(offset=bottom_z)
        .rect(size_x, size_y)
        .extrude(top_z - bottom_z)
    )


# The box: a block with a cavity that is open at the top.
box_body = centred_block(length, width, 0, box_height)
cavity = centred_block(length - 2 * wall, width - 2 * wall, wall, box_height + 1)
box_body = box_body.cut(cavity)

# The lid: a plate with a rectangular ring below it.
# The ring's raw block reaches 1 mm into the plate, so that the two overlap.
plate = centred_block(length, width, box_height, box_height + lid_thickness)
lip_block = centred_block(lip_outer_length, lip_outer_width, lip_bottom_z, box_height + 1)
lip_opening = centred_block(lip_inner_length, lip_inner_width, lip_bottom_z - 1, box_height)
lid = plate.union(lip_block).cut(lip_opening)

result = cq.Assembly()
result.add(box_body, name="box")
result.add(lid, name="lid")
