import math

import cadquery as cq

outer_diameter = 20.0
inner_diameter = 14.0
straight = 15.0
bend_radius = 30.0

# Point in the middle of the quarter circle, whose centre is (bend_radius, straight).
half_step = bend_radius * math.cos(math.radians(45))
arc_middle = (bend_radius - half_step, straight + half_step)
arc_end = (bend_radius, straight + bend_radius)


def centre_line():
    """The pipe's centre line in the XZ plane."""
    return (
        cq.Workplane("XZ")
        .moveTo(0, 0)
        .lineTo(0, straight)
        .threePointArc(arc_middle, arc_end)
        .lineTo(bend_radius + straight, straight + bend_radius)
    )


def bar(diameter):
    """A round bar that follows the centre line."""
    return cq.Workplane("XY").circle(diameter / 2).sweep(centre_line())


result = bar(outer_diameter).cut(bar(inner_diameter))
