import cadquery as cq

path = cq.Workplane("XZ").lineTo(0, 15).threePointArc((8.787, 36.213), (30, 45)).lineTo(45, 45)
outer = cq.Workplane("XY").circle(20).sweep(path)
inner = cq.Workplane("XY").circle(14).sweep(path)
result = outer.cut(inner)
