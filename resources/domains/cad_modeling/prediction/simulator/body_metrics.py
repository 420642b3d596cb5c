"""What a body measures, alone and beside another: volumes, boxes, pieces, holes, and the parts that only one has."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from manifold3d import Manifold, OpType

from resources.domains.cad_modeling.prediction.simulator.bodies import Body, corners_of
from resources.domains.cad_modeling.prediction.simulator.geometry import Box, Triple
from resources.domains.cad_modeling.prediction.simulator.outlines import CIRCLE_SIDES
from resources.domains.cad_modeling.prediction.simulator.topology import Surface, topology_of

_SAGITTA = 1 - math.cos(math.pi / CIRCLE_SIDES)
"""Of its radius: how far a circle's sides lie inside of it."""
_LEAST_SHARE = 1e-6


@dataclass(frozen=True, eq=False)
class BodyMetrics:
    """A body that is not empty. Millimetres."""

    body: Body

    @property
    def volume(self) -> float:
        return self.body.volume

    @cached_property
    def area(self) -> float:
        return float(sum(piece.surface_area() for piece in self.body.pieces))

    @property
    def box(self) -> Box:
        return self.body.box

    @property
    def centre(self) -> Triple:
        return self.body.centre

    @property
    def pieces(self) -> int:
        return len(self.body.pieces)

    @cached_property
    def genus(self) -> int:
        return sum(int(piece.genus()) for piece in self.body.pieces)

    @cached_property
    def diagonal(self) -> float:
        return math.dist(self.box.low, self.box.high)

    @cached_property
    def blur(self) -> float:
        """The volume that lies between round faces and their sides, and the farthest distance between them."""
        return sum(face.area * _sagitta(face.surface) for face in topology_of(self.body).faces)

    @cached_property
    def farthest_blur(self) -> float:
        return max((_sagitta(face.surface) for face in topology_of(self.body).faces), default=0.0)

    @cached_property
    def pinched(self) -> int:
        """Edges at which the surface touches itself: more than two triangles at one place."""
        if not self.body.pieces:
            return 0
        corners = np.concatenate([np.round(corners_of(piece), 5) for piece in self.body.pieces])
        triangles = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(-1, 3)
        kept = (np.diff(np.sort(triangles, axis=1), axis=1) > 0).all(axis=1)
        triangles = triangles[kept]
        ends = np.sort(np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
        proper = ends[ends[:, 0] != ends[:, 1]]
        counts = np.unique(proper, axis=0, return_counts=True)[1]
        return int((counts > 2).sum())

    @cached_property
    def shared(self) -> float:
        """The volume that solids which lie loose have in common."""
        parts = self.body.parts
        if len(parts) < 2:
            return 0.0
        whole = float(Manifold.batch_boolean(list(parts), OpType.Add).volume())
        return max(0.0, sum(float(part.volume()) for part in parts) - whole)


def _sagitta(surface: Surface) -> float:
    if surface.kind == "PLANE":
        return 0.0
    return surface.radius * _SAGITTA if surface.radius else 0.05


@dataclass(frozen=True)
class Apart:
    """What two bodies have in common (mm3), and how thick the thickest part is that only one of them has."""

    common: float
    thickest: float


def apart(one: Body, other: Body) -> Apart:
    first, second = one.whole, other.whole
    common = float((first ^ second).volume())
    thickest = 0.0
    for rest in (first - second, second - first):
        for piece in rest.decompose() if not rest.is_empty() else []:
            volume, area = float(piece.volume()), float(piece.surface_area())
            if area > 0 and volume > _LEAST_SHARE * min(one.volume, other.volume) / 100:
                thickest = max(thickest, 2 * volume / area)
    return Apart(common, thickest)
