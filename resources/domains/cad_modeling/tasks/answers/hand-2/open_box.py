import cadquery as cq

LX, LY, H = 80.0, 50.0, 30.0
R, T = 6.0, 2.0


def prism(inset, z0, z1):
    sk = cq.Sketch().rect(LX - 2 * inset, LY - 2 * inset).vertices().fillet(R - inset)
    return cq.Workplane("XY", origin=(0, 0, z0)).placeSketch(sk).extrude(z1 - z0)


result = prism(0, 0, H).cut(prism(T, T, H + 4))
