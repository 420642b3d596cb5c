"""Whether what is flat or evenly round in the reference is even in the candidate: no waves, domes or needles.

Asked in loose tasks only, where all of these could hide in what surfaces may lie apart. A face may lie elsewhere, be
tilted, and be of another radius within that: what is left after such a fit is unevenness. Edges may be rounded or
broken, so only what lies away from the face's rim counts.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from .deviation import is_hole, to_triangles
from .surface_samples import Integers, Samples
from .surfaces import Cylinder, Floats, FreeForm

_LEAST_POINTS = 12
"""Fewer say nothing of a fit with seven numbers."""
_NEIGHBOURS = 8
_BUMP, _RIM = 1 / 5, 1.5
"""Of what is near: how far a face's points may lie from its fit (rounded sizes leave steps of less), and how wide its
rim is, which roundings take. A door wedge may be rounded by 11 mm."""
_MISFITS = 3
"""Fits, each without what lies farther from the last one than most: one needle does not pull its face along."""


def uneven(candidate: Samples, reference: Samples, near: float) -> dict[str, Any] | None:
    """The candidate's point that lies farthest from its face's fit; None where all are within a share of `near`."""
    owners = _owners(candidate, reference, near)
    owners[_by_the_rim(candidate, reference, owners, near)] = -1
    worst: dict[str, Any] | None = None
    for number, surface in enumerate(reference.surfaces):
        rows = np.nonzero(owners == number)[0]
        if isinstance(surface, FreeForm) or len(rows) < _LEAST_POINTS:
            continue
        feet = surface.feet(candidate.points[rows], np.zeros((len(rows), 2)))
        heights = np.einsum("ij,ij->i", candidate.points[rows] - feet.points, feet.normals)
        bumps = _residuals(heights, feet.points, feet.normals)
        row = int(bumps.argmax())
        if bumps[row] > _BUMP * near and (worst is None or bumps[row] > worst["height"]):
            place = [float(value) for value in candidate.points[rows[row]]]
            worst = {"height": float(bumps[row]), "expected": surface.described, "point": place}
    return worst


def narrow_holes(candidate: Samples, reference: Samples, near: float) -> Iterator[dict[str, Any]]:
    """Round holes of the reference, with the least radius that the candidate's have about an axis of their own: a cone
    of the right radius in its middle lets no screw through."""
    owners = _owners(candidate, reference, near)
    for number, surface in enumerate(reference.surfaces):
        rows = np.nonzero(owners == number)[0]
        if len(rows) < _LEAST_POINTS or not isinstance(surface, Cylinder) or not is_hole(reference, number, surface):
            continue
        feet = surface.feet(candidate.points[rows], np.zeros((len(rows), 2)))
        heights = np.einsum("ij,ij->i", candidate.points[rows] - feet.points, feet.normals)
        radii = surface.radius + heights - _moved(heights, feet.points, feet.normals)
        row = int(radii.argmin())
        place = [float(value) for value in candidate.points[rows[row]]]
        yield {"radius": float(radii[row]), "expected": surface.radius, "point": place}


def _moved(heights: Floats, feet: Floats, normals: Floats) -> Floats:
    """What part of heights above a round surface comes from a shift and a turn of it."""
    motions = _motions(feet, normals)
    fit = np.linalg.lstsq(motions, heights, rcond=1e-9)[0]
    moved: Floats = motions[:, 1:] @ fit[1:]
    return moved


def _motions(feet: Floats, normals: Floats) -> Floats:
    """Columns: the surface made larger, moved along each axis, turned about each."""
    return np.hstack([np.ones((len(feet), 1)), normals, np.cross(feet - feet.mean(axis=0), normals)])


def _owners(candidate: Samples, reference: Samples, near: float) -> Integers:
    """For each point the reference's face that lies nearest, whichever way the point looks: a needle's flank looks
    elsewhere. -1 where no face is near."""
    rows = _nearest(candidate.points, reference, np.arange(len(reference.triangles.faces)))
    gaps = to_triangles(candidate.points, reference.triangles, rows)
    best = gaps.argmin(axis=1)
    every = np.arange(len(rows))
    owners: Integers = np.where(gaps[every, best] < 2 * near, reference.triangles.faces[rows[every, best]], -1)
    return owners


def _nearest(points: Floats, samples: Samples, rows: Integers) -> Integers:
    """Of some triangles those whose middles are nearest."""
    count = min(_NEIGHBOURS, len(rows))
    tree = cKDTree(samples.triangles.corners[rows].mean(axis=1))
    nearest: Integers = rows[tree.query(points, k=count)[1].reshape(-1, count)]
    return nearest


def _by_the_rim(candidate: Samples, reference: Samples, owners: Integers, near: float) -> Any:
    """Whether a point's foot lies near another face than its own."""
    rim = np.zeros(len(owners), dtype=bool)
    triangles = reference.triangles
    for number in np.unique(owners[owners >= 0]):
        own, others = np.nonzero(owners == number)[0], np.nonzero(triangles.faces != number)[0]
        if not len(others):
            continue
        feet = reference.surfaces[number].feet(candidate.points[own], np.zeros((len(own), 2))).points
        rim[own] = to_triangles(feet, triangles, _nearest(feet, reference, others)).min(axis=1) < _RIM * near
    return rim


def _residuals(heights: Floats, feet: Floats, normals: Floats) -> Floats:
    """What is left of heights above a surface after it was made larger, moved and turned."""
    motions = _motions(feet, normals)
    kept = np.ones(len(feet), dtype=bool)
    bumps = np.zeros(len(feet))
    for _ in range(_MISFITS):
        fit = np.linalg.lstsq(motions[kept], heights[kept], rcond=1e-9)[0]
        bumps = np.abs(heights - motions @ fit)
        kept = bumps <= 3 * np.median(bumps) + 1e-9
    residuals: Floats = bumps
    return residuals
