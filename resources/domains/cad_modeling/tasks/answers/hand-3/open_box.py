import cadquery as cq

outer = cq.Sketch().rect(80, 50).vertices().fillet(6)
inner = cq.Sketch().rect(76, 46).vertices().fillet(4)

result = (
    cq.Workplane("XY")
    .placeSketch(outer)
    .extrude(30)
    .cut(cq.Workplane("XY", origin=(0, 0, 2)).placeSketch(inner).extrude(28))
)
