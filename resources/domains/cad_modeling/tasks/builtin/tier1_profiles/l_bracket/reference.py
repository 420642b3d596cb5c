import cadquery as cq

foot, wall, thickness, width = 50.0, 40.0, 6.0, 30.0
inner_radius = 5.0
hole_diameter = 6.0
hole_positions = [(22.0, 15.0), (40.0, 15.0)]

profile = [(0, 0), (foot, 0), (foot, thickness), (thickness, thickness), (thickness, wall), (0, wall)]

bracket = (
    cq.Workplane("XZ")
    .polyline(profile)
    .close()
    .extrude(-width)
    .edges(cq.selectors.NearestToPointSelector((thickness, width / 2, thickness)))
    .fillet(inner_radius)
)

result = bracket.cut(cq.Workplane("XY").pushPoints(hole_positions).circle(hole_diameter / 2).extrude(thickness))
