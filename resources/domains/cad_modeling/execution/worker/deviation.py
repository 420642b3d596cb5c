"""How far two surfaces lie apart where they are farthest, both ways: what no volume and no overlap shows.

A point of one belongs to the other's surface that looks the same way: both sides of a thin wall, or of a saw cut, are
near each other and look apart. Beside the distances: where the one is round and the other flat, as a prism is that
stands for a cylinder, and how much of the surface faces a narrow gap. Tolerances are decided outside the sandbox.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from manifold3d import Manifold
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from .covers import Cover
from .surface_samples import Integers, Samples, Triangles
from .surfaces import Cylinder, Floats

_NEIGHBOURS = 10
ALIKE = 0.5
"""Cosine between two normals that look the same way: rounded or broken edges lie within 45 degrees of their faces."""
ANY = -2.0
"""Whatever the other looks like."""
_FLATTER = 0.5
"""A surface that bends less than half as much as it should is flat there."""
_ROUND_SHARE = 0.5
_BENDS_ALIKE, _STRAIGHT = 0.1, 0.25
_ALL_AROUND = 0.1
"""Length of the mean of a full circle's directions; half a circle's is 0.64."""
_MOST_SEARCHED, _PROMISING = 100, 64
_SLACK = 1.5
"""Of the sagitta: how far a triangle may lie from its surface, and end beside its edges."""
_MOST_COVERED = 40
"""Points of a cover that are held to the other surface itself."""
_MOST_RAYS = 600
_OPPOSED = -0.7
_OFF = 1e-4


@dataclass(frozen=True)
class Separations:
    """Of each point: distance to the other surface that looks the same way, to any, and how it bends there."""

    alike: Floats
    nearest: Floats
    bends: Floats


@dataclass(frozen=True)
class Sides:
    """Both surfaces, and how far each one's points are from the other."""

    candidate: Samples
    reference: Samples
    forth: Separations
    back: Separations


def measured(candidate: Samples, reference: Samples, near: float) -> Sides:
    """`near` mm is what is allowed: distances matter above it only."""
    return Sides(candidate, reference, distances(candidate, reference, near), distances(reference, candidate, near))


def compared(sides: Sides, near: float, diagonal: float) -> dict[str, Any]:
    """Curves of a radius smaller than `near` are details."""
    candidate, reference, forth, back = sides.candidate, sides.reference, sides.forth, sides.back
    return {
        "farthest": _farthest((candidate, forth.nearest), (reference, back.nearest), diagonal),
        "apart": _farthest((candidate, forth.alike), (reference, back.alike), diagonal),
        "stray": max(_share(candidate, forth, near), _share(reference, back, near)),
        "flat": _flattened(reference, back, near),
    }


def farther(
    farthest: dict[str, Any], covers: tuple[Cover, Cover], samples: tuple[Samples, Samples], near: float
) -> dict[str, Any]:
    """`farthest`, or what of the covers' points on free forms lies farther yet: candidate's first, then reference's."""
    for cover, own, other, surplus in ((covers[0], *samples, True), (covers[1], *samples[::-1], False)):
        rows = _promising(cover, other, near)
        if not len(rows):
            continue
        found = cover.taken(rows)
        taken = replace(
            own, points=found.points, normals=found.normals, bends=found.bends, areas=found.areas, faces=found.faces
        )
        far = distances(taken, other, near).nearest
        row = int(far.argmax())
        if far[row] > max(near, farthest["distance"]):
            place = [float(value) for value in found.points[row]]
            farthest = {"distance": float(far[row]), "point": place, "surplus": surplus}
    return farthest


def _promising(cover: Cover, other: Samples, near: float) -> Integers:
    """Points on free forms that are farthest from the other shape's triangles, and may be farther than `near` from its
    surface."""
    free: Integers = np.nonzero(cover.free)[0]
    if not len(free):
        return free
    middles = other.triangles.corners.mean(axis=1)
    rows = cKDTree(middles).query(cover.points[free], k=min(_NEIGHBOURS, len(middles)))[1].reshape(len(free), -1)
    gaps = to_triangles(cover.points[free], other.triangles, rows).min(axis=1)
    order = np.argsort(-gaps, kind="stable")[:_MOST_COVERED]
    promising: Integers = free[order[gaps[order] > near]]
    return promising


def _share(samples: Samples, separations: Separations, near: float) -> float:
    return float(samples.areas[separations.alike > near].sum() / samples.areas.sum())


def _farthest(one: tuple[Samples, Floats], other: tuple[Samples, Floats], diagonal: float) -> dict[str, Any]:
    """The larger of the largest distances, where it is, and whether something is there or missing."""
    samples, distances, surplus = max(((*one, True), (*other, False)), key=lambda side: float(side[1].max()))
    row = int(distances.argmax())
    place = [float(value) for value in samples.points[row]]
    return {"distance": min(float(distances[row]), diagonal), "point": place, "surplus": surplus}


def distances(samples: Samples, other: Samples, near: float, alike_from: float = ALIKE) -> Separations:
    """From each point of one; surfaces look the same way from the cosine `alike_from` on."""
    triangles = other.triangles
    weight = max(4 * other.spacing, near) if alike_from > ANY else 0.0
    middles = triangles.corners.mean(axis=1)
    tree = cKDTree(np.hstack([middles, weight * triangles.normals]))
    rows = tree.query(np.hstack([samples.points, weight * samples.normals]), k=min(_NEIGHBOURS, len(middles)))[1]
    alike, bends = _to_surfaces(samples, other, rows.reshape(len(samples.points), -1), near, alike_from)
    _search_all(samples, other, Separations(alike, alike, bends), near, alike_from)
    nearest = alike.copy()
    astray = np.nonzero(alike > near)[0]
    if len(astray):
        rows = cKDTree(middles).query(samples.points[astray], k=min(_NEIGHBOURS, len(middles)))[1]
        gaps = to_triangles(samples.points[astray], triangles, rows.reshape(len(astray), -1)).min(axis=1)
        nearest[astray] = np.minimum(alike[astray], np.maximum(0, gaps - other.sagitta))
    return Separations(alike, nearest, bends)


def _search_all(samples: Samples, other: Samples, separations: Separations, near: float, alike_from: float) -> None:
    """Long thin triangles lie far from their middles: some points without a near one are held to all triangles that may
    be nearer, to the most promising ones first."""
    astray = np.nonzero(separations.alike > near)[0]
    astray = astray[np.linspace(0, len(astray) - 1, min(len(astray), _MOST_SEARCHED)).astype(np.int64)]
    if not len(astray):
        return
    least = _least_distances(samples.taken(astray), other, alike_from)
    order = np.argsort(least, axis=1, kind="stable")
    promising = np.sort(order[:, :_PROMISING], axis=1)
    _improve(separations, astray, _to_surfaces(samples.taken(astray), other, promising, near, alike_from))
    for number, point in enumerate(astray):
        rest = order[number, _PROMISING:]
        rows = np.sort(rest[least[number, rest] < separations.alike[point]])
        if len(rows):
            own = astray[number : number + 1]
            _improve(separations, own, _to_surfaces(samples.taken(own), other, rows[None, :], near, alike_from))


def _least_distances(samples: Samples, other: Samples, alike_from: float) -> Floats:
    """(points, triangles): what each triangle's surface is away at least; infinite where it looks another way."""
    triangles = other.triangles
    middles = triangles.corners.mean(axis=1)
    reaches = np.linalg.norm(triangles.corners - middles[:, None], axis=2).max(axis=1) + _SLACK * other.sagitta
    least: Floats = cdist(samples.points, middles) - reaches
    least[samples.normals @ triangles.normals.T < alike_from] = np.inf
    return least


def _improve(separations: Separations, points: Integers, seen: tuple[Floats, Floats]) -> None:
    better = seen[0] < separations.alike[points]
    separations.alike[points[better]], separations.bends[points[better]] = seen[0][better], seen[1][better]


def _to_surfaces(
    samples: Samples, other: Samples, rows: Integers, near: float, alike_from: float
) -> tuple[Floats, Floats]:
    """Distances to the surfaces of the triangles in `rows` that look the same way, and the curvature at the nearest.

    Triangles lie up to their sagitta from their surface, and end that much beside its edges.
    """
    to_mesh = to_triangles(samples.points, other.triangles, rows)
    to_mesh[np.einsum("ij,ikj->ik", samples.normals, other.triangles.normals[rows]) < alike_from] = np.inf
    slack = _SLACK * other.sagitta
    best = to_mesh.min(axis=1)
    worth = (to_mesh <= near + slack) & (to_mesh <= best[:, None] + 2 * slack)
    distances, bends = np.maximum(0, best - slack), np.zeros(len(rows))
    distances[worth.any(axis=1)] = np.inf
    points, columns = np.nonzero(worth)
    pairs, first = np.unique(
        np.stack([points, other.triangles.faces[rows[points, columns]]]), axis=1, return_index=True
    )
    gaps = to_mesh[points, columns][first]
    hints = other.triangles.parameters[rows[points, columns]][first]
    exact, curves = np.empty(len(first)), np.empty(len(first))
    for number in np.unique(pairs[1]):
        own = pairs[1] == number
        wanted = samples.points[pairs[0][own]]
        feet = other.surfaces[number].feet(wanted, hints[own])
        exact[own] = np.maximum(np.linalg.norm(wanted - feet.points, axis=1), gaps[own] - slack)
        curves[own] = feet.bends
    order = np.argsort(-exact, kind="stable")
    distances[pairs[0][order]], bends[pairs[0][order]] = exact[order], curves[order]
    return distances, bends


def _flattened(reference: Samples, separations: Separations, near: float) -> list[dict[str, Any]]:
    """Round surfaces of the reference for most of which the candidate has something flat."""
    told: dict[str, dict[str, Any]] = {}
    round_here = (reference.bends > 0) & (reference.bends * near < 1) & (separations.alike <= near)
    flat_there = round_here & (separations.bends < _FLATTER * reference.bends)
    for number in np.unique(reference.faces[flat_there]):
        own = reference.faces == number
        surface = reference.surfaces[number]
        if flat_there[own].sum() > _ROUND_SHARE * own.sum() and not (surface.kind == "free form" and own.sum() < 8):
            row = int(np.nonzero(own & flat_there)[0][0])
            told.setdefault(
                surface.described,
                {"expected": surface.described, "point": [float(value) for value in reference.points[row]]},
            )
    return list(told.values())


def resized(sides: Sides, near: float, measured: Collection[int] = ()) -> Iterator[dict[str, Any]]:
    """Round holes of the reference that are there, with the radius that the candidate's bend has instead: most of a
    shallow hole's wall may be roundings of its edges, so a quarter of it that bends as expected is enough. Without the
    faces that were `measured` from their axis."""
    reference, separations = sides.reference, sides.back
    for number, surface in enumerate(reference.surfaces):
        if number in measured or not isinstance(surface, Cylinder) or not is_hole(reference, number, surface):
            continue
        own = (reference.faces == number) & (separations.alike <= near) & (separations.bends > 0)
        if own.any():
            row = int(np.nonzero(own)[0][0])
            radii = 1 / separations.bends[own]
            as_expected = np.abs(radii / surface.radius - 1) <= _BENDS_ALIKE
            yield {
                "radius": surface.radius if as_expected.mean() >= _STRAIGHT else float(np.median(radii)),
                "expected": surface.radius,
                "point": [float(value) for value in reference.points[row]],
            }


def is_hole(samples: Samples, number: int, cylinder: Cylinder) -> bool:
    """Whether a face looks at its axis from all around."""
    triangles = samples.triangles.taken(np.nonzero(samples.triangles.faces == number)[0])
    _, _, away = cylinder.frame.split(triangles.corners.mean(axis=1))
    inwards = bool((np.einsum("ij,ij->i", triangles.normals, away) < 0).all())
    around = np.average(away, axis=0, weights=triangles.areas) if len(away) else np.ones(3)
    return inwards and float(np.linalg.norm(around)) < _ALL_AROUND


def gap_share(samples: Samples, solid: Manifold, widest: float) -> float:
    """Share of the surface that looks, across less than `widest` mm of nothing, at surface that looks back."""
    rows = np.unique(np.linspace(0, len(samples.points) - 1, _MOST_RAYS).astype(np.int64))
    narrow = [_faces_gap(samples.points[row], samples.normals[row], solid, widest + samples.sagitta) for row in rows]
    areas = samples.areas[rows]
    return float(areas[np.array(narrow)].sum() / areas.sum())


def _faces_gap(point: Floats, normal: Floats, solid: Manifold, widest: float) -> bool:
    start = point + _OFF * normal
    hits = solid.ray_cast(start, start + widest * normal)
    return bool(hits) and float(np.dot(hits[0].normal, normal)) < _OPPOSED


def to_triangles(points: Floats, triangles: Triangles, rows: Integers) -> Floats:
    """Distances (points, neighbours) to the triangles in `rows`."""
    flat = np.repeat(points, rows.shape[1], axis=0)
    corners = triangles.corners[rows.ravel()]
    normals = triangles.normals[rows.ravel()]
    heights = np.einsum("ij,ij->i", flat - corners[:, 0], normals)
    feet = flat - heights[:, None] * normals
    squares, inside = np.full(len(flat), np.inf), np.ones(len(flat), dtype=bool)
    for corner in range(3):
        start, edge = corners[:, corner], corners[:, (corner + 1) % 3] - corners[:, corner]
        inside &= np.einsum("ij,ij->i", np.cross(edge, feet - start), normals) >= 0
        along = np.clip(np.einsum("ij,ij->i", feet - start, edge) / np.einsum("ij,ij->i", edge, edge), 0, 1)
        squares = np.minimum(squares, ((feet - start - along[:, None] * edge) ** 2).sum(axis=1))
    beside = np.where(inside, 0.0, squares)
    distances: Floats = np.sqrt(beside + heights**2).reshape(rows.shape)
    return distances
