"""Where surfaces only just touch: round openings that end at a face, and outlines that meet.

OCCT makes solids of them whose edges have too many faces, or wires that cross.
"""

import itertools
import math
from collections.abc import Iterator, Sequence

from resources.domains.cad_modeling.interpretation.boxes import Box
from resources.domains.cad_modeling.interpretation.outlines import Outline
from resources.domains.cad_modeling.interpretation.solids import Joined, Leaf, Prism, Solid, leaves

_NEAR = 1e-6
MOST_COMPARED = 40
"""Outlines of one prism, each with each."""


def tangents(solid: Solid) -> int:
    """Round tools that touch the end of what they are cut from, from inside."""
    if not isinstance(solid, Joined):
        return 0
    found = sum(map(tangents, solid.parts))
    if solid.kind == "cut":
        tools = itertools.chain.from_iterable(map(leaves, solid.parts[1:]))
        found += sum(_touches(leaf, solid.box) for leaf in tools)
    return found


def _touches(leaf: Leaf, box: Box) -> int:
    if not isinstance(leaf, Prism) or leaf.box.common(box).empty:
        return 0
    rounds = (outline for outline in leaf.outlines if outline.radius)
    return sum(
        abs(place + way * outline.radius - end) < _NEAR and other_inside
        for outline in rounds
        for place, way, end, other_inside in _ways(leaf, outline, box)
    )


def _ways(leaf: Prism, outline: Outline, box: Box) -> Iterator[tuple[float, float, float, bool]]:
    """For both ends of the two axes across a tool: its centre, the direction, the end, and whether it lies there."""
    centre = leaf.frame.world(*outline.points[0])
    axes = [axis for axis in range(3) if abs(leaf.frame.z[axis]) < _NEAR]
    if len(axes) != 2:
        return
    for axis, other in (axes, axes[::-1]):
        inside = box.low[other] < centre[other] < box.high[other]
        yield centre[axis], -1.0, box.low[axis], inside
        yield centre[axis], 1.0, box.high[axis], inside


def meeting(outlines: Sequence[Outline]) -> int:
    """Pairs of outlines that are neither apart nor one within the other."""
    pairs = itertools.combinations(outlines[:MOST_COMPARED], 2)
    return sum(_meet(one, other) for one, other in pairs)


def _meet(one: Outline, other: Outline) -> bool:
    """By their circles, or else by the rectangles around them."""
    if one.radius and other.radius:
        away = math.dist(one.points[0], other.points[0])
        return abs(one.radius - other.radius) - _NEAR <= away <= one.radius + other.radius + _NEAR
    (a, b, c, d), (e, f, g, h) = one.extent, other.extent
    apart = a > g + _NEAR or e > c + _NEAR or b > h + _NEAR or f > d + _NEAR
    within = (a < e - _NEAR and b < f - _NEAR and c > g + _NEAR and d > h + _NEAR) or (
        e < a - _NEAR and f < b - _NEAR and g > c + _NEAR and h > d + _NEAR
    )
    return not apart and not within
