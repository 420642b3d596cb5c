"""Clearances: how far apart bodies are that the reference keeps apart.

Where nothing may stray, each surface may lie as far off as the accuracy says. Two that are near each other could meet
so, and a shaft would be seized in its bushing. OCCT's own distance takes more than a minute for two cylinders side by
side, so fine closed meshes answer, each body's made of a copy: a shape keeps its finest mesh. OCCT's mesh of a free
form lies farther off than it was asked for (.05 mm for .004, of a bore that is a spline through 48 points), so what
seems narrower than two meshes may be off is asked again of finer ones.
"""

import math
from dataclasses import dataclass
from itertools import combinations

import cadquery as cq
import numpy as np
from scipy.optimize import linear_sum_assignment

from .meshes import Fineness, Meshed, Solid

_MESH, _FINER = Fineness(1 / 8, 0.3), Fineness(1 / 16, 0.1)
_FINEST = 1e-5
"""Of a body's diagonal: a mesh that is to lie nearer has too many facets, and is not made."""
_LEAST, _MOST = 1 / 2, 3
"""All in what is near: how far a mesh may lie from its body; what is narrower than facets can show is not asked; what
is wider cannot close without a surface that is too far off."""


@dataclass(frozen=True)
class _Body:
    """A solid with its bounding box, which takes OCCT a while."""

    solid: cq.Solid
    box: cq.BoundBox

    @property
    def place(self) -> list[float]:
        box = self.box
        return [box.xmin, box.ymin, box.zmin, box.xmax, box.ymax, box.zmax, *self.solid.Center().toTuple()]


def clearances(candidate: cq.Shape, reference: cq.Shape, near: float) -> list[dict[str, float]]:
    """`gap` and `expected` in mm of each two bodies that the reference keeps apart by half to three of what is near;
    none where the counts differ, or where a mesh does not close or would be too fine."""
    expected, seen = reference.Solids(), candidate.Solids()
    if len(expected) < 2 or len(seen) != len(expected):
        return []
    wanted_bodies, seen_bodies = _boxed(expected), _boxed(seen)
    bodies = _Bodies(wanted_bodies, near)
    others, closer = (
        _Bodies([seen_bodies[row] for row in _partners(wanted_bodies, seen_bodies)], near, fineness)
        for fineness in (_MESH, _FINER)
    )
    found = []
    for one, other in combinations(range(len(expected)), 2):
        wanted = bodies.gap(one, other)
        got = others.gap(one, other) if wanted is not None and _LEAST * near <= wanted < _MOST * near else None
        if got is not None and wanted is not None and got < wanted - 2 * _MESH.deflection * near:
            got = _wider(got, closer.gap(one, other))
        if wanted is not None and got is not None:
            found.append({"gap": got, "expected": wanted})
    return found


def _wider(coarse: float, finer: float | None) -> float:
    """What really touches touches in both meshes; where the finer one does not close, the coarse one stands."""
    return coarse if finer is None else max(coarse, finer)


def _boxed(solids: list[cq.Solid]) -> list[_Body]:
    return [_Body(solid, solid.BoundingBox()) for solid in solids]


class _Bodies:
    """Bodies and their meshes, which are made when they are first asked for."""

    def __init__(self, bodies: list[_Body], near: float, fineness: Fineness = _MESH) -> None:
        self.bodies, self.near, self.fineness = bodies, near, fineness
        self._meshes: dict[int, Solid | None] = {}

    def gap(self, one: int, other: int) -> float | None:
        """At most `_MOST` of what is near; None where a mesh does not close or would be too fine."""
        most = _MOST * self.near
        if _between(self.bodies[one].box, self.bodies[other].box) >= most:
            return most
        first, second = self._mesh(one), self._mesh(other)
        return None if first is None or second is None else float(first.manifold.min_gap(second.manifold, most))

    def _mesh(self, number: int) -> Solid | None:
        if number not in self._meshes:
            self._meshes[number] = self._made(self.bodies[number])
        return self._meshes[number]

    def _made(self, body: _Body) -> Solid | None:
        if self.near * _MESH.deflection < _FINEST * body.box.DiagonalLength:
            return None
        return Meshed(body.solid.copy(), self.near).closed(self.fineness)


def _between(one: cq.BoundBox, other: cq.BoundBox) -> float:
    gaps = (
        max(
            getattr(one, f"{axis}min") - getattr(other, f"{axis}max"),
            getattr(other, f"{axis}min") - getattr(one, f"{axis}max"),
        )
        for axis in "xyz"
    )
    return math.hypot(*(max(0.0, gap) for gap in gaps))


def _partners(expected: list[_Body], seen: list[_Body]) -> list[int]:
    """For each expected body the number of the one that is most like it, by box and centre: each once."""
    places = [np.array([body.place for body in bodies]) for bodies in (expected, seen)]
    apart = np.linalg.norm(places[0][:, None] - places[1][None], axis=2)
    return [int(row) for row in linear_sum_assignment(apart)[1]]
