"""The thinnest wall of a closed mesh, by rays cast inwards from its surface.

Only walls between faces that look away from each other count: near a sharp edge any ray is short.
"""

from typing import Any

import numpy as np

from .meshes import Solid

_MOST_RAYS = 1500
_OPPOSED = -0.7
"""Cosine between the normals at a ray's ends, above which the two faces are no wall."""
_INSIDE = 1e-4
"""Rays start this far below the surface, in mm, so as not to meet their own triangle."""


def thinnest(solid: Solid, longest: float) -> dict[str, Any] | None:
    """`thickness` in mm and the point where it was found; None where no ray of `longest` mm meets a wall."""
    corners = solid.corners
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    largest = np.argsort(-areas, kind="stable")[:_MOST_RAYS]
    best: dict[str, Any] | None = None
    for triangle in largest[areas[largest] > 0]:
        normal = normals[triangle] / areas[triangle]
        start = corners[triangle].mean(axis=0) - _INSIDE * normal
        for hit in solid.manifold.ray_cast(start, start - normal * longest):
            if np.dot(hit.normal, normal) < _OPPOSED:
                thickness = hit.distance * longest + _INSIDE
                if best is None or thickness < best["thickness"]:
                    best = {"thickness": float(thickness), "point": start.tolist()}
                break
    return best
