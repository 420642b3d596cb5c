import cadquery as cq

base_length = 60.0  # x
base_width = 50.0  # y
base_thickness = 5.0

fin_count = 9
fin_thickness = 2.0
fin_height = 20.0
fin_pitch = (base_length - fin_thickness) / (fin_count - 1)  # 7.25 mm

top_z = base_thickness + fin_height

result = cq.Workplane("XY").box(
    base_length, base_width, base_thickness, centered=(True, True, False)
)

# Each fin goes down to z = 0, so that it overlaps the base.
for index in range(fin_count):
    fin_left_x = -base_length / 2 + index * fin_pitch
    fin = cq.Workplane("XY", origin=(fin_left_x, 0, 0)).box(
        fin_thickness, base_width, top_z, centered=(False, True, False)
    )
    result = result.union(fin)
