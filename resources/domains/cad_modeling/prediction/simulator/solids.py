"""Bodies as a tree: prisms, lofts, turned bodies, tubes and balls, joined, cut or left loose; how large they are, and
how much work it is to ask them on a grid.

Which points are inside is `grid`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from resources.domains.cad_modeling.prediction.simulator.geometry import (
    NOWHERE,
    Box,
    Frame,
    Motion,
    Pair,
    Triple,
    box_of,
)
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline

EVERYWHERE = 1e9
"""Where a cut through all ends, in mm."""


@dataclass(frozen=True)
class Prism:
    """Outlines from `low` to `high` along the frame's z; at `high` they are `other` where that is given, and the
    points between are blended about the middle of each."""

    frame: Frame
    outlines: tuple[Outline, ...]
    low: float
    high: float
    other: Outline | None = None

    @cached_property
    def box(self) -> Box:
        both = (*self.outlines, self.other) if self.other else self.outlines
        return _hull(self.frame, both, self.low, self.high)


def _hull(frame: Frame, outlines: tuple[Outline, ...], low: float, high: float) -> Box:
    """Of outlines at two heights: circles by what their frame shows of them, not by the square around."""
    hull = NOWHERE
    for outline in outlines:
        own = box_of(frame.world(x, y, z) for x, y in outline.points for z in (low, high))
        if outline.radius:
            reach = [outline.radius * math.hypot(frame.x[i], frame.y[i]) for i in range(3)]
            (a, b, c), (d, e, f), (r, s, t) = own.low, own.high, reach
            own = Box((a - r, b - s, c - t), (d + r, e + s, f + t))
        hull = hull.hull(own) if not hull.empty else own
    return hull


@dataclass(frozen=True)
class Turned:
    """Outlines turned by `degrees` about the line through `start` along `axis`, both in the frame's plane."""

    frame: Frame
    outlines: tuple[Outline, ...]
    start: Pair
    axis: Pair
    degrees: float

    @cached_property
    def reach(self) -> tuple[float, float, float]:
        """Along the axis from and to, and the greatest distance from it."""
        along, off = [], []
        for outline in self.outlines:
            for x, y in outline.points:
                a, b = x - self.start[0], y - self.start[1]
                place = a * self.axis[0] + b * self.axis[1]
                along += [place - outline.radius, place + outline.radius]
                off.append(abs(a * self.axis[1] - b * self.axis[0]) + outline.radius)
        return (min(along), max(along), max(off))

    @cached_property
    def box(self) -> Box:
        low, high, off = self.reach
        x, y = self.axis
        spindle = [self.frame.world(self.start[0] + x * t, self.start[1] + y * t) for t in (low, high)]
        own = box_of(iter(spindle))
        axis = [x * a + y * b for a, b in zip(self.frame.x, self.frame.y, strict=True)]
        r, s, t = (off * math.sqrt(max(0.0, 1 - part * part)) for part in axis)
        (a, b, c), (d, e, f) = own.low, own.high
        return Box((a - r, b - s, c - t), (d + r, e + s, f + t))


@dataclass(frozen=True)
class Tube:
    """What is within `radius` of a path, whose points are the frame's, and between the planes across its ends."""

    frame: Frame
    path: tuple[Triple, ...]
    radius: float

    @cached_property
    def points(self) -> tuple[Triple, ...]:
        return tuple(self.frame.world(*point) for point in self.path)

    @cached_property
    def box(self) -> Box:
        own, r = box_of(iter(self.points)), self.radius
        (a, b, c), (d, e, f) = own.low, own.high
        return Box((a - r, b - r, c - r), (d + r, e + r, f + r))


@dataclass(frozen=True)
class Ball:
    frame: Frame
    radius: float

    @cached_property
    def box(self) -> Box:
        (a, b, c), r = self.frame.origin, self.radius
        return Box((a - r, b - r, c - r), (a + r, b + r, c + r))


@dataclass(frozen=True)
class Joined:
    """`kind`: union, cut (all others from the first), common, or loose, which are solids beside each other."""

    kind: str
    parts: tuple["Solid", ...]

    @cached_property
    def box(self) -> Box:
        first, *others = [part.box for part in self.parts] or [NOWHERE]
        if self.kind == "cut":
            return first
        for other in others:
            first = first.common(other) if self.kind == "common" else first.hull(other)
        return first

    @cached_property
    def depth(self) -> int:
        return 1 + max((part.depth for part in self.parts if isinstance(part, Joined)), default=0)

    @cached_property
    def leaves(self) -> int:
        return sum(part.leaves if isinstance(part, Joined) else 1 for part in self.parts)


Leaf = Prism | Turned | Tube | Ball
Solid = Leaf | Joined
EMPTY = Joined("union", ())


def moved(solid: Solid, motion: Motion) -> Solid:
    if isinstance(solid, Joined):
        return Joined(solid.kind, tuple(moved(part, motion) for part in solid.parts))
    return replace(solid, frame=motion.frame(solid.frame))


def leaves(solid: Solid) -> Iterator[Leaf]:
    if isinstance(solid, Joined):
        for part in solid.parts:
            yield from leaves(part)
    else:
        yield solid


def solid_leaves(solid: Solid) -> Iterator[Leaf]:
    """Those that fill room, not those that are cut away."""
    if isinstance(solid, Joined):
        for part in solid.parts[:1] if solid.kind == "cut" else solid.parts:
            yield from solid_leaves(part)
    else:
        yield solid


def united(*parts: Solid) -> Solid:
    """Flat: what is joined to a union becomes one of its parts."""
    flat: list[Solid] = []
    for part in parts:
        flat += part.parts if isinstance(part, Joined) and part.kind == "union" else [part]
    return flat[0] if len(flat) == 1 else Joined("union", tuple(flat))


def cut(body: Solid, tool: Solid) -> Solid:
    if isinstance(body, Joined) and body.kind == "loose":
        return Joined("loose", tuple(cut(part, tool) for part in body.parts))
    if isinstance(body, Joined) and body.kind == "cut":
        return Joined("cut", (*body.parts, tool))
    return Joined("cut", (body, tool))


MOST_EFFORT = 6000
"""For one script while it is followed, and again for both beside each other: a tenth of a second each. The built-in
part with the most takes 270."""
_LEAF = 4
_DEEP = 15
"""How much more it is to ask every cell than those of one level."""


def effort(solid: Solid) -> int:
    return sum(map(_effort, leaves(solid)))


def _effort(leaf: Leaf) -> int:
    if isinstance(leaf, Ball):
        return 2 * _LEAF
    if isinstance(leaf, Tube):
        return _LEAF * len(leaf.path)
    corners = sum(len(outline.points) for outline in leaf.outlines)
    if isinstance(leaf, Turned):
        return _LEAF + 2 * _DEEP * corners
    blended = 4 * _DEEP if leaf.other is not None else 0
    return _LEAF + blended + corners * (1 if _upright(leaf) else _DEEP)


def _upright(leaf: Prism) -> bool:
    return max(map(abs, leaf.frame.z)) > 1 - 1e-9


def size(solid: Solid | None) -> int:
    """Of how many bodies a body is made."""
    if solid is None:
        return 0
    return solid.leaves if isinstance(solid, Joined) else 1


def depth(solid: Solid | None) -> int:
    return solid.depth if isinstance(solid, Joined) else 0
