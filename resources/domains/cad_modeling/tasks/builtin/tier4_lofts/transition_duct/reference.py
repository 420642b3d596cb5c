import cadquery as cq

inlet_length, inlet_width, outlet, height = 60.0, 40.0, 30.0, 45.0
wall, collar_overhang, collar_thickness = 3.0, 5.0, 4.0


def duct(inset):
    lower = cq.Workplane("XY").rect(inlet_length - 2 * inset, inlet_width - 2 * inset)
    return lower.workplane(offset=height).rect(outlet - 2 * inset, outlet - 2 * inset).loft(ruled=True)


collar = (
    cq.Workplane("XY")
    .rect(inlet_length + 2 * collar_overhang, inlet_width + 2 * collar_overhang)
    .rect(inlet_length - 2 * wall, inlet_width - 2 * wall)
    .extrude(-collar_thickness)
)

result = duct(0).cut(duct(wall)).union(collar)
