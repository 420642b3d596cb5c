import cadquery as cq

bushing = (
    cq.Workplane("XY")
    .circle(14)
    .extrude(4)
    .faces(">Z")
    .workplane()
    .circle(10)
    .extrude(26)
    .faces(">Z")
    .workplane()
    .hole(12.1)
)
shaft = cq.Workplane("XY").workplane(offset=-10).circle(6).extrude(50).edges("%CIRCLE").chamfer(1)
result = cq.Compound.makeCompound([bushing.val(), shaft.val()])
