import cadquery as cq

height = 50.0
outer_side = 40.0
outer_diameter = 24.0
inner_side = 34.0
inner_diameter = 18.0


def square_to_circle(side, diameter):
    """Smooth loft from a square at z = 0 to a circle at the top."""
    return (
        cq.Workplane("XY")
        .rect(side, side)
        .workplane(offset=height)
        .circle(diameter / 2)
        .loft(combine=True)
    )


outside = square_to_circle(outer_side, outer_diameter)
inside = square_to_circle(inner_side, inner_diameter)

result = outside.cut(inside)
