import cadquery as cq

length = 120.0  # x
width = 40.0  # y
thick_end_height = 25.0
thin_end_height = 2.0

side_view = [
    (0, 0),
    (length, 0),
    (length, thin_end_height),
    (0, thick_end_height),
]

result = cq.Workplane("XZ").polyline(side_view).close().extrude(width / 2, both=True)
