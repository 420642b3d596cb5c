"""What is odd about a call before it is simulated: outlines that cross or meet, faces that are not flat, roundings
without room; and bores that only just touch a face, of which OCCT makes solids whose edges have too many faces.

Counts and sizes only; what a call makes is `body_builder`.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from resources.domains.cad_modeling.prediction.simulator.chain import Arguments, Chain, number
from resources.domains.cad_modeling.prediction.simulator.geometry import Box
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline, crosses
from resources.domains.cad_modeling.prediction.simulator.placement import face_of
from resources.domains.cad_modeling.prediction.simulator.solid_calls import SHAPED
from resources.domains.cad_modeling.prediction.simulator.solids import Joined, Leaf, Prism, Solid, leaves, solid_leaves
from resources.domains.cad_modeling.prediction.simulator.sweeps import Fit
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

ROUNDED = {"fillet": "radius", "chamfer": "length"}
_ALONG = re.compile(r"([|<>])\s*([XYZ])")
Rounding = tuple[str, float, str]
"""The method, the size, and by what its edges were picked."""


@dataclass
class Watch:
    """`seen` are counts by name; `rounding` is the largest fillet or chamfer beside the room there is for it; `rounded`
    counts roundings, `fits` are those of sweeps."""

    seen: Counter[str] = field(default_factory=Counter)
    rounding: float = 0.0
    rounded: Counter[Rounding] = field(default_factory=Counter)
    fits: list[Fit] = field(default_factory=list)

    def call(self, chain: Chain, name: str, given: Arguments) -> None:
        """Raises UnsupportedConstruct where a call cannot be followed either."""
        if name in SHAPED or name == "sweep":
            self._outlines(chain, name)
        if name == "workplane" and chain.stack == "faces" and chain.body is not None and not face_of(chain).flat:
            # Of one prism the ends share the middle of a round side: CadQuery takes all three, and refuses them.
            self.seen["not_flat" if isinstance(chain.body, Joined) else "impossible"] += 1
        if name in ROUNDED and chain.body is not None and not chain.body.box.empty:
            size = number(given[ROUNDED[name]])
            self.rounded[name, size, chain.picked] += 1
            self.rounding = max(self.rounding, min(100.0, size / roundable(chain.body, chain.picked)))

    def _outlines(self, chain: Chain, name: str) -> None:
        outlines = [wire.outline for wire in chain.pending]
        self.seen["crossed_turned" if name == "revolve" else "crossed"] += sum(map(crosses, outlines))
        self.seen["thin"] += sum(outline.thin for outline in outlines)
        if name in ("extrude", "cutBlind", "cutThruAll"):
            self.seen["meeting"] += meeting(outlines)
        self.seen["flat_loft"] += name == "loft" and len({wire.frame for wire in chain.pending}) == 1


def roundable(body: Solid, picked: str) -> float:
    """How large a rounding of the picked edges may be: half of the least length that it takes from both ends. Raises
    UnsupportedConstruct for a body of no width."""
    axis = _ALONG.fullmatch(picked.strip())
    rooms = []
    for leaf in solid_leaves(body):
        sizes = list(leaf.box.size)
        if axis is None:
            rooms.append(min(sizes) / 2)
        elif axis[1] == "|":
            sizes.pop("XYZ".index(axis[2]))
            rooms.append(min(sizes) / 2)
        else:
            deep = sizes.pop("XYZ".index(axis[2]))
            rooms.append(min(deep, min(sizes) / 2))
    if not rooms or min(rooms) <= 0:
        raise UnsupportedConstruct
    return min(rooms)


_NEAR = 1e-6
MOST_COMPARED = 40
"""Outlines of one prism, each with each."""


def tangents(solid: Solid) -> int:
    """Round tools that touch the end of what they are cut from, from inside."""
    if not isinstance(solid, Joined):
        return 0
    touching = sum(map(tangents, solid.parts))
    if solid.kind == "cut":
        tools = itertools.chain.from_iterable(map(leaves, solid.parts[1:]))
        touching += sum(_touches(leaf, solid.box) for leaf in tools)
    return touching


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
