"""Small features of one shape that the other lacks: faces for which it has no counterpart, such as a blind hole's wall.

Asked in loose tasks only, where a share of the surface may stray: there a feature could hide in that share, and the
rounding of an edge in what may lie apart. Rounded sizes move faces and leave none alone, save for narrow steps where
two of them should be flush: what hardly reaches away from the other shape is therefore no feature.
"""

from typing import Any

import numpy as np

from . import deviation
from .deviation import Separations, Sides
from .surface_samples import Samples
from .surfaces import Floats

_LIKE_AN_EDGE = 0.9
"""Cosine between a face and its counterpart: a chamfer or the middle of a rounding is farther from both its faces."""
_FEATURE_SHARE, _EDGE_SHARE = 0.5, 0.3
"""Of a rounding, what is near its ends looks as its neighbours do: 44 % does not."""
_FEATURE_REACH, _EDGE_REACH = 1 / 4, 1 / 16
"""Of what is near. The middle of a rounding is 0.3 radii below its edge."""
_MOST = 8


def lone(sides: Sides, near: float, *, edges: bool) -> list[dict[str, Any]]:
    """`surplus` where the candidate has the face; `edge` of roundings and chamfers, which are left out if not asked."""
    faces: list[dict[str, Any]] = []
    candidate, reference = sides.candidate, sides.reference
    for samples, other, seen, surplus in (
        (candidate, reference, sides.forth, True),
        (reference, candidate, sides.back, False),
    ):
        walls = _alone(samples, other, near, seen, _FEATURE_SHARE, _FEATURE_REACH)
        rims: dict[int, int] = {}
        if edges:
            narrowly = deviation.distances(samples, other, near, _LIKE_AN_EDGE)
            rims = _alone(samples, other, near, narrowly, _EDGE_SHARE, _EDGE_REACH)
        for number, row in (rims | walls).items():
            faces.append(_told(samples, number, row, surplus=surplus, edge=number not in walls))
    return faces[:_MOST]


def _alone(
    samples: Samples, other: Samples, near: float, seen: Separations, share: float, reach: float
) -> dict[int, int]:
    """Faces most of which has nothing near that looks the same way, each with the point that is farthest away."""
    rows = np.nonzero(seen.alike > near)[0]
    if not len(rows):
        return {}
    away = np.zeros(len(samples.points))
    away[rows] = deviation.distances(samples.taken(rows), other, near, deviation.ANY).alike
    counts = np.bincount(samples.faces, minlength=len(samples.surfaces))
    strays = np.bincount(samples.faces[rows], minlength=len(samples.surfaces))
    mostly = np.nonzero((strays > 0) & (strays >= share * counts))[0].tolist()
    farthest = {number: _farthest(samples, away, number) for number in mostly}
    return {number: row for number, row in farthest.items() if away[row] > reach * near}


def _farthest(samples: Samples, away: Floats, number: int) -> int:
    return int(np.where(samples.faces == number, away, -1.0).argmax())


def _told(samples: Samples, number: int, row: int, *, surplus: bool, edge: bool) -> dict[str, Any]:
    place = [float(value) for value in samples.points[row]]
    return {"face": samples.surfaces[number].described, "point": place, "surplus": surplus, "edge": edge}
