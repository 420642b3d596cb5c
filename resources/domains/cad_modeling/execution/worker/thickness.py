"""How thick a part is, by rays cast inwards from its closed mesh: its thinnest wall, and where it is far thinner than
the reference is there, cut through but for a web or hollowed to a skin.

A wall is between faces that look away from each other: near a sharp edge any ray is short. Necks are asked in outlines
only, where volume and distances leave room for a deep narrow cut; rays go from the bottom of each concave edge too,
since both flanks of a V look past the web under it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from .concave import ConcaveEdges, concave_edges
from .meshes import Solid
from .surface_samples import Samples
from .surfaces import Floats

_THINNER = 1 / 3
"""Of the reference's thickness: rounded sizes and broken edges stay above it."""
_SLACK = 2e-3
"""Of the diagonal: twice how far a fine mesh may lie from its shape."""
_MOST_RAYS, _EACH, _MOST_DOUBTED = 1200, 4, 40
"""Rays from triangles and from edges; of the samples each fourth; thin places that are held to the reference."""
_INSIDE = 1e-4
"""Rays start this far below the surface, in mm, so as not to meet their own triangle."""
_OPPOSED, _SAME_WAY = 0.85, 0.5
"""Cosines: between a ray and the normal of a wall's other side; between rays along one wall."""
_MOST_WALL_RAYS, _FACING = 1500, -0.7
"""Of `thinnest`: its rays, and the cosine between the normals at their ends above which two faces are no wall."""
_BLENDS = (0.25, 0.5, 0.75)
"""Shares of one flank's normal in a direction between both."""


def thinnest(solid: Solid, longest: float) -> dict[str, Any] | None:
    """`thickness` in mm and the point where it was found; None where no ray of `longest` mm meets a wall."""
    corners = solid.corners
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    largest = np.argsort(-areas, kind="stable")[:_MOST_WALL_RAYS]
    best: dict[str, Any] | None = None
    for triangle in largest[areas[largest] > 0]:
        normal = normals[triangle] / areas[triangle]
        start = corners[triangle].mean(axis=0) - _INSIDE * normal
        for hit in solid.manifold.ray_cast(start, start - normal * longest):
            if np.dot(hit.normal, normal) < _FACING:
                thickness = hit.distance * longest + _INSIDE
                if best is None or thickness < best["thickness"]:
                    best = {"thickness": float(thickness), "point": start.tolist()}
                break
    return best


@dataclass(frozen=True)
class _Ray:
    """Where it starts, its unit direction inwards, and whether it comes from a concave edge."""

    start: Floats
    way: Floats
    concave: bool = False


def neck(
    candidate: Solid, reference: Solid, samples: tuple[Samples, Samples], near: float, diagonal: float
) -> dict[str, Any] | None:
    """A place thinner than `near` mm, and far thinner than each wall of the reference around it; None without one."""
    thin = [(thickness, ray) for ray in _rays(candidate, samples[0]) if (thickness := _wall(candidate, ray, near))]
    tree = cKDTree(samples[1].points)
    for thickness, ray in sorted(thin, key=lambda wall: wall[0])[:_MOST_DOUBTED]:
        walls = list(_walls_around(ray, reference, samples[1], tree, near, diagonal))
        if walls and thickness + _SLACK * diagonal < _THINNER * min(walls):
            return {"thickness": thickness, "expected": min(walls), "point": ray.start.tolist()}
    return None


def _walls_around(
    ray: _Ray, reference: Solid, samples: Samples, tree: cKDTree, near: float, diagonal: float
) -> Iterator[float]:
    """Thicknesses of the reference around a place, measured along about the same line."""
    for row in tree.query_ball_point(ray.start, 2 * near):
        normal = samples.normals[row]
        if abs(float(normal @ ray.way)) > _SAME_WAY:
            thickness = _wall(reference, _Ray(samples.points[row] - samples.sagitta * normal, -normal), diagonal)
            if thickness is not None:
                yield thickness


def _wall(solid: Solid, ray: _Ray, longest: float) -> float | None:
    """What a ray crosses up to a face that looks away from where it came from."""
    hits = solid.manifold.ray_cast(ray.start + _INSIDE * ray.way, ray.start + longest * ray.way)
    if hits and (ray.concave or float(np.dot(hits[0].normal, ray.way)) > _OPPOSED):
        return float(np.linalg.norm(np.asarray(hits[0].position) - ray.start))
    return None


def _rays(solid: Solid, samples: Samples) -> Iterator[_Ray]:
    """From the mesh's triangles, however small they are, from points spread over the surface, and concave edges."""
    corners = solid.corners
    doubled = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(doubled, axis=1)
    corners, normals = corners[areas > 0], doubled[areas > 0] / areas[areas > 0, None]
    for row in _spread(len(corners)):
        yield _Ray(corners[row].mean(axis=0), -normals[row])
    for point, normal in zip(samples.points[::_EACH], samples.normals[::_EACH], strict=True):
        yield _Ray(point - samples.sagitta * normal, -normal)
    rays = list(_from_edges(concave_edges(solid)))
    for row in _spread(len(rays)):
        yield rays[row]


def _spread(count: int) -> list[int]:
    return [int(row) for row in np.linspace(0, count - 1, min(count, _MOST_RAYS))]


def _from_edges(edges: ConcaveEdges) -> Iterator[_Ray]:
    """From the middles of edges, in directions between both flanks' normals."""
    for start, way, one, other in zip(edges.starts, edges.ways, edges.ones, edges.others, strict=True):
        for share in _BLENDS:
            inwards = -(share * one + (1 - share) * other)
            yield _Ray(start + way / 2, inwards / np.linalg.norm(inwards), concave=True)
