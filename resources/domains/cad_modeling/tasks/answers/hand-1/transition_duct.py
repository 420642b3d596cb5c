import cadquery as cq

height = 45.0

outer_bottom = (60.0, 40.0)
outer_top = (30.0, 30.0)
inner_bottom = (54.0, 34.0)
inner_top = (24.0, 24.0)

collar_outside = (70.0, 50.0)
collar_thickness = 4.0


def ruled_body(bottom, top):
    """Ruled loft between two rectangles, from z = 0 to the duct's top."""
    return (
        cq.Workplane("XY")
        .rect(*bottom)
        .workplane(offset=height)
        .rect(*top)
        .loft(ruled=True, combine=True)
    )


def collar_body(size, bottom_z):
    """Block from bottom_z up to z = 0."""
    return cq.Workplane("XY").workplane(offset=bottom_z).rect(*size).extrude(-bottom_z)


outside = ruled_body(outer_bottom, outer_top).union(
    collar_body(collar_outside, -collar_thickness)
)

# The opening of the collar continues the duct's inside; it begins below the collar.
result = outside.cut(ruled_body(inner_bottom, inner_top)).cut(
    collar_body(inner_bottom, -collar_thickness - 1)
)
