import cadquery as cq


def frustum(bottom, top, height):
    return (
        cq.Workplane("XY")
        .rect(*bottom)
        .workplane(offset=height)
        .rect(*top)
        .loft(ruled=True, combine=True)
    )


duct = frustum((60, 40), (30, 30), 45)
collar = cq.Workplane("XY").workplane(offset=-4).rect(70, 50).extrude(4)
hollow = frustum((54, 34), (24, 24), 45)
opening = cq.Workplane("XY").workplane(offset=-4).rect(54, 34).extrude(4)
result = duct.union(collar).cut(hollow).cut(opening)
