import cadquery as cq

# Block
length = 80.0  # x
width = 50.0  # y
height = 40.0  # z
edge_chamfer = 2.0

# Main gallery along x
gallery_diameter = 14.0
gallery_end_x = 70.0
centre_y = 25.0
centre_z = 20.0

# Ports from the top
top_port_x = [20.0, 40.0, 60.0]
top_port_diameter = 10.0
counterbore_diameter = 16.0
counterbore_depth = 6.0

# Ports from the face y = 0
side_port_x = [30.0, 50.0]
side_port_diameter = 8.0

outside = 5.0  # how far the tools begin outside the block

block = (
    cq.Workplane("XY")
    .box(length, width, height, centered=False)
    .edges("|Z")
    .chamfer(edge_chamfer)
)

gallery = (
    cq.Workplane("YZ", origin=(-outside, centre_y, centre_z))
    .circle(gallery_diameter / 2)
    .extrude(gallery_end_x + outside)
)

top_points = [(x, centre_y) for x in top_port_x]
top_ports = (
    cq.Workplane("XY", origin=(0, 0, centre_z))
    .pushPoints(top_points)
    .circle(top_port_diameter / 2)
    .extrude(height - centre_z + outside)
)
counterbores = (
    cq.Workplane("XY", origin=(0, 0, height - counterbore_depth))
    .pushPoints(top_points)
    .circle(counterbore_diameter / 2)
    .extrude(counterbore_depth + outside)
)

# The normal of "XZ" is -y, so a negative distance goes to +y.
side_ports = (
    cq.Workplane("XZ", origin=(0, -outside, 0))
    .pushPoints([(x, centre_z) for x in side_port_x])
    .circle(side_port_diameter / 2)
    .extrude(-(centre_y + outside))
)

result = block.cut(gallery).cut(top_ports).cut(counterbores).cut(side_ports)
