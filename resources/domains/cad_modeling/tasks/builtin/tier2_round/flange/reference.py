import cadquery as cq

disc_diameter, disc_thickness = 100.0, 12.0
neck_diameter, neck_height = 60.0, 25.0
bore, chamfer = 40.0, 2.0
bolt_circle, bolt_hole, bolts = 80.0, 9.0, 8

neck = cq.Workplane("XY").workplane(offset=disc_thickness).circle(neck_diameter / 2).extrude(neck_height)
body = cq.Workplane("XY").circle(disc_diameter / 2).extrude(disc_thickness).union(neck.faces(">Z").edges().chamfer(chamfer))

result = (
    body.cut(cq.Workplane("XY").circle(bore / 2).extrude(disc_thickness + neck_height))
    .faces("<Z")
    .workplane(origin=(0, 0, 0))
    .polarArray(bolt_circle / 2, 0, 360, bolts)
    .hole(bolt_hole, disc_thickness)
)
