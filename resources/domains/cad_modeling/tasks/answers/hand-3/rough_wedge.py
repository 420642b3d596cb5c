import cadquery as cq

length = 120.0
width = 40.0
thick = 25.0
thin = 2.0

pts = [
    cq.Vector(0, -width / 2, 0),
    cq.Vector(length, -width / 2, 0),
    cq.Vector(length, -width / 2, thin),
    cq.Vector(0, -width / 2, thick),
]
face = cq.Face.makeFromWires(cq.Wire.makePolygon(pts, close=True))
result = cq.Workplane(cq.Solid.extrudeLinear(face, cq.Vector(0, width, 0)))
