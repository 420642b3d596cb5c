import cadquery as cq


def body(side, diameter):
    bottom = cq.Wire.makePolygon(
        [cq.Vector(x * side / 2, y * side / 2, 0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], close=True
    )
    top = cq.Wire.makeCircle(diameter / 2, cq.Vector(0, 0, 50), cq.Vector(0, 0, 1))
    return cq.Solid.makeLoft([bottom, top])


result = cq.Workplane(obj=body(40, 24).cut(body(34, 18)))
