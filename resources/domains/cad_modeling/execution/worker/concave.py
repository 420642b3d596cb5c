"""Concave edges of a closed mesh: where two of its triangles look at each other, and how those two look.

Thickness sends rays from them, and fillings are looked for beside them.
"""

from dataclasses import dataclass

import numpy as np

from .meshes import Solid
from .surfaces import Floats

_CONCAVE = 0.35
"""Sine of the angle from which an edge is concave: finer ones are facets of a round surface."""
_SHORTEST = 1e-4
_MOST = 1200


@dataclass(frozen=True)
class ConcaveEdges:
    """Where each begins, the way along it in mm, and the unit normals of its two flanks, outwards."""

    starts: Floats
    ways: Floats
    ones: Floats
    others: Floats


def concave_edges(solid: Solid) -> ConcaveEdges:
    """At most some, spread evenly."""
    corners = solid.corners
    doubled = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(doubled, axis=1)
    corners, normals = corners[areas > 0], doubled[areas > 0] / areas[areas > 0, None]
    points = np.unique(corners.reshape(-1, 3).round(6), axis=0, return_inverse=True)[1].reshape(-1, 3)
    ends = np.stack([points, np.roll(points, -1, axis=1)], axis=2).reshape(-1, 2)
    _, edges, counts = np.unique(np.sort(ends, axis=1), axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(edges.ravel(), kind="stable")
    pairs = order[np.repeat(counts == 2, counts)].reshape(-1, 2)
    one, other = normals[pairs[:, 0] // 3], normals[pairs[:, 1] // 3]
    starts = corners.reshape(-1, 3)[pairs[:, 0]]
    along = np.roll(corners, -1, axis=1).reshape(-1, 3)[pairs[:, 0]] - starts
    lengths = np.maximum(np.linalg.norm(along, axis=1), _SHORTEST)
    bends = np.einsum("ij,ij->i", np.cross(one, other), along) / lengths
    rows = np.nonzero(bends < -_CONCAVE)[0]
    rows = rows[np.linspace(0, len(rows) - 1, min(len(rows), _MOST)).astype(np.int64)]
    return ConcaveEdges(starts[rows], along[rows], one[rows], other[rows])
