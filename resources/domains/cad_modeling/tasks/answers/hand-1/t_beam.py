import cadquery as cq

length = 80.0  # y
flange_width = 40.0
flange_thickness = 5.0
web_thickness = 6.0
top_z = 35.0

flange_half = flange_width / 2
web_half = web_thickness / 2
flange_bottom_z = top_z - flange_thickness

section = [
    (-web_half, 0),
    (web_half, 0),
    (web_half, flange_bottom_z),
    (flange_half, flange_bottom_z),
    (flange_half, top_z),
    (-flange_half, top_z),
    (-flange_half, flange_bottom_z),
    (-web_half, flange_bottom_z),
]

# The normal of "XZ" is -y, so a negative distance goes to +y.
result = cq.Workplane("XZ").polyline(section).close().extrude(-length)
