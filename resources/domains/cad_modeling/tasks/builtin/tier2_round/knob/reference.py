import cadquery as cq

diameter, height = 40.0, 18.0
hollow_diameter, hollow_radius, hollows = 10.0, 21.0, 6
bore, bore_depth = 8.0, 12.0

knob = cq.Workplane("XY").circle(diameter / 2).extrude(height)
tools = cq.Workplane("XY").polarArray(hollow_radius, 0, 360, hollows).circle(hollow_diameter / 2).extrude(height)

result = knob.cut(tools).faces("<Z").workplane(origin=(0, 0, 0)).hole(bore, bore_depth)
