"""What strengthens a concave edge: a fillet, a gusset or a draft, which no rough description forbids.

Beside such an edge, a filling's surface looks along both flanks (a fillet, a slope) or along neither (a gusset's
sides); a block, a pin or a blade there looks along one alone, or back. Asked in outlines only: points of a filling, and
what it buries of the reference, take no part in the comparison of surfaces.
"""

import numpy as np

from .concave import ConcaveEdges, concave_edges
from .covers import Marks
from .meshes import Solid
from .surface_samples import Integers, Samples
from .surfaces import Floats

_REACH = 4.5
"""Of what is near: how far from both flanks together a filling may stand, as far as `evenness` lets one reach."""
_ALONG = 0.17
"""Sine of ten degrees: less is across a flank."""
_BELOW = 0.05
"""Of what is near: points of a flank lie about this far below it."""
_OFF = 1e-3


def without_fillings(
    samples: tuple[Samples, Samples], closed: tuple[Solid, Solid], near: float
) -> tuple[Samples, Samples]:
    """Candidate's and reference's samples, without the candidate's fillings and what they bury."""
    candidate, reference = samples
    edges = concave_edges(closed[1])
    fills = _fill(candidate.points, candidate.normals, edges, near, sides=True)
    over, lids = _lids(reference, closed[0])
    buried = over[_fill(lids[:, 0], lids[:, 1], edges, near, sides=False)]
    shown = np.setdiff1d(np.arange(len(reference.points)), buried)
    if fills.all() or not len(shown):
        return samples
    return candidate.taken(np.nonzero(~fills)[0]), reference.taken(shown)


def _fill(points: Floats, normals: Floats, edges: ConcaveEdges, near: float, *, sides: bool) -> Marks:
    """Points above both flanks of some edge and within reach that look along both, or with `sides` along neither."""
    reach = _REACH * near
    beside = np.zeros(len(points), dtype=bool)
    for start, way, one, other in zip(edges.starts, edges.ways, edges.ones, edges.others, strict=True):
        away = points - start
        length = float(np.linalg.norm(way))
        along = away @ way / length
        above, across = away @ one, away @ other
        found = (along > -reach) & (along < length + reach) & (above + across < reach)
        found &= np.minimum(above, across) > -_BELOW * near
        looks = normals @ np.stack([one, other], axis=1)
        found &= (looks > _ALONG).all(axis=1) | (sides & (np.abs(looks) < _ALONG).all(axis=1))
        beside |= found
    return beside


def _lids(reference: Samples, solid: Solid) -> tuple[Integers, Floats]:
    """The reference's points that lie inside the candidate, and the candidate's surface above each: a point and its
    normal. What covers a pit or a groove is a lid, too, but none that looks as a filling does."""
    low, high = solid.corners.reshape(-1, 3).min(axis=0), solid.corners.reshape(-1, 3).max(axis=0)
    longest = 2 * float(np.linalg.norm(high - low))
    rows, lids = [], []
    for row, (point, normal) in enumerate(zip(reference.points, reference.normals, strict=True)):
        hits = solid.manifold.ray_cast(point + _OFF * normal, point + longest * normal)
        if hits and float(np.dot(hits[0].normal, normal)) > 0:
            rows.append(row)
            lids.append((hits[0].position, hits[0].normal))
    return np.array(rows, dtype=np.int64), np.array(lids, dtype=np.float64).reshape(-1, 2, 3)
