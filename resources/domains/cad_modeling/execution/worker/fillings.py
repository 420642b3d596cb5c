"""What strengthens a concave edge: a fillet, a gusset or a draft, which no rough description forbids.

Beside such an edge, a filling's surface looks along both flanks (a fillet, a slope) or along neither (a gusset's
sides); a block, a pin or a blade there looks along one alone, or back. Asked in outlines only: points of a filling, and
what it buries of the reference, take no part in the comparison of surfaces.
"""

import numpy as np

from .concave import ConcaveEdges, concave_edges
from .covers import Marks
from .meshes import Solid
from .surface_samples import Samples
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
    fills = _beside(candidate.points, candidate.normals, edges, near, faces_both=True)
    flanks = np.nonzero(_beside(reference.points, reference.normals, edges, near, faces_both=False))[0]
    buried = [row for row in flanks if _is_inside(reference.points[row], reference.normals[row], closed[0])]
    shown = np.ones(len(reference.points), dtype=bool)
    shown[buried] = False
    if fills.all() or not shown.any():
        return samples
    return candidate.taken(np.nonzero(~fills)[0]), reference.taken(np.nonzero(shown)[0])


def _beside(points: Floats, normals: Floats, edges: ConcaveEdges, near: float, *, faces_both: bool) -> Marks:
    """Points above both flanks of some edge and within reach; with `faces_both` those that look as a filling does."""
    reach = _REACH * near
    beside = np.zeros(len(points), dtype=bool)
    for start, way, one, other in zip(edges.starts, edges.ways, edges.ones, edges.others, strict=True):
        away = points - start
        length = float(np.linalg.norm(way))
        along = away @ way / length
        above, across = away @ one, away @ other
        found = (along > -reach) & (along < length + reach) & (above + across < reach)
        found &= np.minimum(above, across) > -_BELOW * near
        if faces_both:
            looks = normals @ np.stack([one, other], axis=1)
            found &= (looks > _ALONG).all(axis=1) | (np.abs(looks) < _ALONG).all(axis=1)
        beside |= found
    return beside


def _is_inside(point: Floats, normal: Floats, solid: Solid) -> bool:
    """Whether the first surface above a point is met from within."""
    low, high = solid.corners.reshape(-1, 3).min(axis=0), solid.corners.reshape(-1, 3).max(axis=0)
    start = point + _OFF * normal
    hits = solid.manifold.ray_cast(start, start + 2 * float(np.linalg.norm(high - low)) * normal)
    return bool(hits) and float(np.dot(hits[0].normal, normal)) > 0
