import cadquery as cq

outer = cq.Workplane("XY").rect(60, 40).workplane(offset=45).rect(30, 30).loft()
inner = cq.Workplane("XY").rect(54, 34).workplane(offset=45).rect(24, 24).loft()
collar = cq.Workplane("XY").rect(70, 50).rect(54, 34).extrude(4)
result = outer.cut(inner).union(collar)
