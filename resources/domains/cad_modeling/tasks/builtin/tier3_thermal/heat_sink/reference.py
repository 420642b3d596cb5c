import cadquery as cq

length, width, base = 60.0, 50.0, 5.0
fin_thickness, fin_height, fins = 2.0, 20.0, 9
spacing = (length - fin_thickness) / (fins - 1)

result = (
    cq.Workplane("XY")
    .box(length, width, base, centered=(True, True, False))
    .faces(">Z")
    .workplane()
    .rarray(spacing, 1, fins, 1)
    .rect(fin_thickness, width)
    .extrude(fin_height)
)
