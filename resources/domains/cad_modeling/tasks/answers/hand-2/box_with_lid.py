import cadquery as cq

LX, LY = 60.0, 40.0
BOX_H, WALL = 25.0, 2.0
LID_TOP, LIP_Z = 28.0, 22.0
LIP_OUT = (55.6, 35.6)
LIP_IN = (51.6, 31.6)


def slab(sx, sy, z0, z1):
    return cq.Solid.makeBox(sx, sy, z1 - z0, cq.Vector(-sx / 2, -sy / 2, z0))


box = slab(LX, LY, 0, BOX_H).cut(slab(LX - 2 * WALL, LY - 2 * WALL, WALL, BOX_H + 5))

lid = (
    slab(LX, LY, BOX_H, LID_TOP)
    .fuse(slab(*LIP_OUT, LIP_Z, BOX_H + 1))
    .cut(slab(*LIP_IN, LIP_Z - 1, BOX_H))
    .clean()
)

result = cq.Compound.makeCompound([box.Solids()[0], lid.Solids()[0]])
