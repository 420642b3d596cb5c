import cadquery as cq

box = cq.Workplane("XY").box(60, 40, 25, centered=(True, True, False)).faces("+Z").shell(-2)

lid = cq.Workplane("XY").workplane(offset=25).rect(60, 40).extrude(3)
lip = cq.Workplane("XY").workplane(offset=22).rect(55.6, 35.6).rect(51.6, 31.6).extrude(3)
lid = lid.union(lip)

assembly = cq.Assembly(name="enclosure")
assembly.add(box, name="box", color=cq.Color("gray"))
assembly.add(lid, name="lid", loc=cq.Location(cq.Vector(0, 0, 0)))
result = assembly
