"""What is odd about a call before it is simulated: outlines that cross or meet, faces that are not flat, roundings
beside the room there is; and bores that only just touch a face, of which OCCT makes solids whose edges have too many
faces.

Counts and sizes only; what a call makes is `body_builder`.
"""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from resources.domains.cad_modeling.prediction.simulator.bodies import Body
from resources.domains.cad_modeling.prediction.simulator.chain import Arguments, Chain, Curve
from resources.domains.cad_modeling.prediction.simulator.geometry import dot
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline, crosses
from resources.domains.cad_modeling.prediction.simulator.sweeps import Fit, fit
from resources.domains.cad_modeling.prediction.simulator.topology import Face, topology_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

ROUNDED = {"fillet": "radius", "chamfer": "length"}
_OF_OUTLINES = frozenset("extrude cutBlind cutThruAll revolve loft sweep".split())
Rounding = tuple[str, float]
"""The method and the size."""
_NEAR = 1e-6
MOST_COMPARED = 40
"""Outlines of one prism, each with each."""


@dataclass
class Watch:
    """`seen` are counts by name; `rounding` is the largest fillet or chamfer beside half of the body's least width;
    `rounded` counts roundings, `fits` are those of sweeps."""

    seen: Counter[str] = field(default_factory=Counter)
    rounding: float = 0.0
    rounded: Counter[Rounding] = field(default_factory=Counter)
    fits: list[Fit] = field(default_factory=list)

    def call(self, chain: Chain, name: str, given: Arguments) -> None:
        if name in _OF_OUTLINES:
            self._outlines(chain, name)
        if name == "workplane":
            self.seen["not_flat"] += any(isinstance(i, Face) and i.surface.kind != "PLANE" for i in chain.items)
        size = given.get(ROUNDED.get(name, ""))
        if isinstance(size, int | float) and chain.body is not None:
            self.rounded[name, float(size)] += 1
            self.rounding = max(self.rounding, min(100.0, 2 * size / (min(chain.body.box.size) or 1.0)))

    def sweep(self, chain: Chain, path: Curve) -> None:
        try:
            self.fits.append(fit(chain, path))
        except UnsupportedConstruct:
            return

    def _outlines(self, chain: Chain, name: str) -> None:
        outlines = [wire.outline for wire in chain.pending]
        self.seen["crossed_turned" if name == "revolve" else "crossed"] += sum(map(crosses, outlines))
        self.seen["thin"] += sum(outline.thin for outline in outlines)
        if name in ("extrude", "cutBlind", "cutThruAll"):
            self.seen["meeting"] += meeting(outlines)
        self.seen["flat_loft"] += name == "loft" and len({wire.frame for wire in chain.pending}) == 1


def tangents(body: Body) -> int:
    """Round walls that touch a flat face of the same body without cutting it."""
    faces = topology_of(body).faces
    flat = [face for face in faces if face.surface.kind == "PLANE"]
    hollow = [face for face in faces if face.surface.kind == "CYLINDER" and face.surface.hollow]
    return sum(_touches(bore, wall) for bore in hollow for wall in flat)


def _touches(bore: Face, wall: Face) -> bool:
    if abs(dot(bore.surface.normal, wall.surface.normal)) > _NEAR:
        return False
    gap = dot(wall.surface.place, wall.surface.normal) - dot(bore.surface.place, wall.surface.normal)
    if abs(gap - bore.surface.radius) > 1e-5:
        return False
    away = bore.corners.reshape(-1, 3) @ list(wall.surface.normal)
    return bool(abs(float(away.max()) - dot(wall.surface.place, wall.surface.normal)) < 1e-5)


def meeting(outlines: Sequence[Outline]) -> int:
    """Pairs of outlines that are neither apart nor one within the other, or that touch from inside."""
    pairs = itertools.combinations(outlines[:MOST_COMPARED], 2)
    return sum(_meet(one, other) if one.radius and other.radius else _touch_inside(one, other) for one, other in pairs)


def _touch_inside(one: Outline, other: Outline) -> bool:
    """Whether a corner of the inner one lies on a side of the outer one."""
    inner, outer = sorted((one.polygon(), other.polygon()), key=lambda own: abs(own.area))
    x, y = inner.middle
    if not outer.surrounds(Outline(((x, y), (x, y)))):
        return False
    starts = np.array(outer.points)
    ways = np.roll(starts, -1, 0) - starts
    squares = np.maximum((ways**2).sum(1), 1e-18)
    for corner in np.array(inner.points):
        away = corner - starts
        shares = np.clip((away * ways).sum(1) / squares, 0.0, 1.0)
        if np.linalg.norm(away - shares[:, None] * ways, axis=1).min() < _NEAR:
            return True
    return False


def _meet(one: Outline, other: Outline) -> bool:
    away = math.dist(one.points[0], other.points[0])
    return abs(one.radius - other.radius) - _NEAR <= away <= one.radius + other.radius + _NEAR
