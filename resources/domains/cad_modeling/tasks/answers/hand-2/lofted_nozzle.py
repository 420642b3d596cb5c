import cadquery as cq

H = 50.0
OUTER = (40.0, 24.0)
INNER = (34.0, 18.0)


def horn(side, dia):
    return (
        cq.Workplane("XY")
        .rect(side, side)
        .workplane(offset=H)
        .circle(dia / 2)
        .loft(combine=True)
    )


result = horn(*OUTER).cut(horn(*INNER))
