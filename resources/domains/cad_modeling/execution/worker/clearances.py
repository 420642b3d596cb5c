"""Clearances: how far apart bodies are that the reference keeps apart.

Where nothing may stray, each surface may lie as far off as the accuracy says. Two that are near each other could meet
so, and a shaft would be seized in its bushing. OCCT's own distance takes more than a minute for two cylinders side by
side, so fine closed meshes answer, each body's made of a copy: a shape keeps its finest mesh.
"""

import math
from itertools import combinations

import cadquery as cq
import numpy as np
from scipy.optimize import linear_sum_assignment

from .meshes import Fineness, Meshed, Solid

_DEFLECTION = 1 / 8
_ANGLE = 0.3
_LEAST, _MOST = 1 / 2, 3
"""All in what is near: how far a mesh may lie from its body; what is narrower than facets can show is not asked; what
is wider cannot close without a surface that is too far off."""


def clearances(candidate: cq.Shape, reference: cq.Shape, near: float) -> list[dict[str, float]]:
    """`gap` and `expected` in mm of each two bodies that the reference keeps apart by half to three of what is near;
    none where the counts differ, or where a mesh does not close."""
    expected, seen = reference.Solids(), candidate.Solids()
    if len(expected) < 2 or len(seen) != len(expected):
        return []
    seen = [seen[row] for row in _partners(expected, seen)]
    bodies, others = _Bodies(expected, near), _Bodies(seen, near)
    found = []
    for one, other in combinations(range(len(expected)), 2):
        wanted = bodies.gap(one, other)
        got = others.gap(one, other) if wanted is not None and _LEAST * near <= wanted < _MOST * near else None
        if wanted is not None and got is not None:
            found.append({"gap": got, "expected": wanted})
    return found


class _Bodies:
    """Solids and their meshes, which are made when they are first asked for."""

    def __init__(self, solids: list[cq.Solid], near: float) -> None:
        self.solids, self.near = solids, near
        self.boxes = [solid.BoundingBox() for solid in solids]
        self._meshes: dict[int, Solid | None] = {}

    def gap(self, one: int, other: int) -> float | None:
        """At most `_MOST` of what is near; None where a mesh does not close."""
        most = _MOST * self.near
        if _between(self.boxes[one], self.boxes[other]) >= most:
            return most
        first, second = self._mesh(one), self._mesh(other)
        return None if first is None or second is None else float(first.manifold.min_gap(second.manifold, most))

    def _mesh(self, number: int) -> Solid | None:
        if number not in self._meshes:
            body = self.solids[number].copy()
            self._meshes[number] = Meshed(body, self.near).closed(Fineness(_DEFLECTION, _ANGLE))
        return self._meshes[number]


def _between(one: cq.BoundBox, other: cq.BoundBox) -> float:
    gaps = (
        max(
            getattr(one, f"{axis}min") - getattr(other, f"{axis}max"),
            getattr(other, f"{axis}min") - getattr(one, f"{axis}max"),
        )
        for axis in "xyz"
    )
    return math.hypot(*(max(0.0, gap) for gap in gaps))


def _partners(expected: list[cq.Solid], seen: list[cq.Solid]) -> list[int]:
    """For each expected body the number of the one that is most like it, by box and centre: each once."""
    places = [np.array([_place(solid) for solid in solids]) for solids in (expected, seen)]
    apart = np.linalg.norm(places[0][:, None] - places[1][None], axis=2)
    return [int(row) for row in linear_sum_assignment(apart)[1]]


def _place(solid: cq.Solid) -> list[float]:
    box, centre = solid.BoundingBox(), solid.Center()
    return [box.xmin, box.ymin, box.zmin, box.xmax, box.ymax, box.zmax, *centre.toTuple()]
