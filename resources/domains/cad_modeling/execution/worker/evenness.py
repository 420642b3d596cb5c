"""Whether what is flat or evenly round in the reference is even in the candidate: no waves, sags, blades or grooves.

Asked in loose tasks only, where all of these could hide in what surfaces may lie apart. A face may lie elsewhere, be
tilted, and be of another radius within that: what is left after such a fit is unevenness. Every point of a cover
counts. What edges may be is no unevenness: material taken off at a convex one, or added in a concave one; such a flank
may reach far into its face as long as the body is convex (or hollow) there, as a bevel, a lead-in or a rounding is.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from .covers import Cover, Marks
from .deviation import to_triangles
from .surface_samples import Integers, Samples
from .surfaces import Floats, Frame, FreeForm, Plane, Surface

LEAST_POINTS = 12
"""Fewer say nothing of a fit with seven numbers."""
_NEIGHBOURS = 8
_EQUALLY = 1e-4
_BACK = -0.1
"""Cosine with the way a wall looks, or its foot's face, from which a filling does not fall away from the wall: a blade
beside it looks back at it."""
_STEP, _WAVE, _LIP, _RIM = 1 / 5, 1 / 25, 2 / 5, 1.5
"""Of what is near: how far flat pieces of a flat face may lie from its fit (rounded sizes leave steps of less), curved
pieces, which nobody asked for, and what stands up at its rim; how wide the rim is. Roundings of 11 mm were seen."""
_HOLLOW_RIM = 3
"""In rims: how far a rounding may reach from the concave edge that it fills."""
_LIKE_THE_WALL = 0.95
"""Cosine with a round wall, from which a point is the wall's and no rounding's."""
_MOSTLY = 0.5
"""Share of a flat face's area, rims apart, that one plane must take."""
_PLANES, _DOUBTS = 48, 100
"""Tangent planes that are tried as a flat face's own; points off it that are asked whether they are an edge's."""
_MISFITS = 3
"""Fits, each without what lies farther from the last one than most: one needle does not pull its face along."""


@dataclass(frozen=True)
class Owned:
    """The candidate's points that belong to the reference's face `number`, with their heights above it and their feet;
    `inner` ones are away from the rim, `hollow` ones near a concave edge of a flat one, `filled` ones less near, and do
    not look back at the wall that rises there."""

    number: int
    surface: Surface
    points: Cover
    heights: Floats
    feet: Floats
    normals: Floats
    inner: Marks
    hollow: Marks
    filled: Marks


def owned(candidate: Cover, reference: Samples, near: float) -> list[Owned]:
    """For each face of the reference what lies nearest to it, whichever way the point looks: a needle's flank looks
    elsewhere. Free forms are left out, and what is near no face."""
    owners = _owners(candidate, reference, near)
    found = []
    for number, surface in enumerate(reference.surfaces):
        rows = np.nonzero(owners == number)[0]
        if not isinstance(surface, FreeForm) and len(rows) >= LEAST_POINTS:
            found.append(_owned(candidate.taken(rows), reference, number, near))
    return found


def uneven(faces: list[Owned], near: float) -> dict[str, Any] | None:
    """The candidate's point that lies farthest from its face's fit; None where all are even."""
    worst: dict[str, Any] | None = None
    for face in faces:
        if isinstance(face.surface, Plane):
            bumps = _flat_bumps(face, near) if face.inner.sum() >= LEAST_POINTS else np.zeros(1)
        else:
            bumps = _round_bumps(face, near)
        row = int(bumps.argmax())
        if bumps[row] > 0 and (worst is None or bumps[row] > worst["height"]):
            place = [float(value) for value in face.points.points[row]]
            worst = {"height": float(bumps[row]), "expected": face.surface.described, "point": place}
    return worst


def _round_bumps(face: Owned, near: float) -> Floats:
    """Of a wall that is nothing but rim, as a shallow recess has, what looks as it does: an oval is no circle."""
    if face.inner.sum() >= LEAST_POINTS:
        return _bumps(face, face.inner, _STEP * near)
    walls = np.einsum("ij,ij->i", face.points.normals, face.normals) > _LIKE_THE_WALL
    return _bumps(face, walls, _LIP * near) if walls.sum() >= LEAST_POINTS else np.zeros(1)


def _bumps(face: Owned, rows: Marks, limit: float) -> Floats:
    """What of some heights is left after a fit and above the limit, else 0."""
    bumps = np.zeros(len(face.heights))
    bumps[rows] = residuals(face.heights[rows], face.feet[rows], face.normals[rows])
    return np.where(bumps > limit, bumps, 0.0)


def _flat_bumps(face: Owned, near: float) -> Floats:
    """Heights that count, else 0. What is added counts at the rim too, unless it fills a concave edge."""
    heights = _above_own_plane(face, near)
    even = _even(heights, face.points.flat, near)
    added = (heights > np.where(face.inner, 0.0, _LIP * near)) & ~even & ~face.hollow
    taken = (heights < 0) & ~even & face.inner
    areas = face.points.areas
    if areas[even & face.inner].sum() < _MOSTLY * areas[face.inner].sum():
        return _bumps(face, face.inner, _WAVE * near)
    added &= ~face.filled
    taken &= ~_flanks(face, taken, even | (heights < 0), _WAVE * near)
    return np.where(added | taken, np.abs(heights), 0.0)


def _even(heights: Floats, flat: Marks, near: float) -> Marks:
    """Flat pieces within a step of their plane, and what of curved ones hardly leaves the height of a flat one."""
    within = np.abs(heights) <= _STEP * near
    levels = np.sort(np.append(heights[within & flat], 0.0))
    after = np.searchsorted(levels, heights).clip(0, len(levels) - 1)
    away = np.minimum(np.abs(heights - levels[after]), np.abs(heights - levels[np.maximum(0, after - 1)]))
    even: Marks = within & (flat | (away <= _WAVE * near))
    return even


def _flanks(face: Owned, doubted: Marks, others: Marks, slack: float) -> Marks:
    """Which of the doubted points are an edge's flank: all others lie below the tangent plane there, as on a convex
    body."""
    rows = np.nonzero(doubted)[0]
    asked = rows[np.linspace(0, len(rows) - 1, min(len(rows), _DOUBTS)).astype(np.int64)]
    flanks = np.zeros(len(doubted), dtype=bool)
    if not len(rows):
        return flanks
    points, normals = face.points.points, face.points.normals
    beyond = normals[asked] @ points[others].T - np.einsum("ij,ij->i", normals[asked], points[asked])[:, None]
    convex = beyond.max(axis=1, initial=0.0) <= slack
    flanks[rows] = True
    flanks[asked] = convex
    return flanks


def _above_own_plane(face: Owned, near: float) -> Floats:
    """Heights above the plane that most of the face's area lies in."""
    plane = own_plane(face, face.inner, near)
    return face.heights if plane is None else (face.points.points - plane.origin) @ plane.axis


def own_plane(face: Owned, among: Marks, near: float) -> Frame | None:
    """The plane that most of the area of some points lies in, looking outwards; it may be tilted and lie elsewhere."""
    points, normals, areas = face.points.points, face.points.normals, face.points.areas
    rows = np.nonzero(among & (areas > 0))[0]
    if not len(rows):
        return None
    reached = areas[rows].cumsum()
    tried = rows[np.searchsorted(reached, reached[-1] * (np.arange(_PLANES) + 0.5) / _PLANES)]
    gaps = np.abs(normals[tried] @ points[rows].T - np.einsum("ij,ij->i", normals[tried], points[tried])[:, None])
    alike = np.abs(np.einsum("ij,ij->i", normals[tried], face.normals[tried])) > 0.5
    shares = np.where(alike, (areas[rows] * (gaps <= _WAVE * near)).sum(axis=1), -1.0)
    if shares.max() < 0:
        return None
    best = tried[int(shares.argmax())]
    return Frame(points[best], np.sign(normals[best] @ face.normals[best]) * normals[best])


def _owned(points: Cover, reference: Samples, number: int, near: float) -> Owned:
    surface, triangles = reference.surfaces[number], reference.triangles
    feet = surface.feet(points.points, points.parameters)
    first = triangles.normals[triangles.faces == number][0]
    foot = surface.feet(triangles.corners[triangles.faces == number][:1].mean(axis=1), np.zeros((1, 2)))
    outwards = feet.normals * (1.0 if foot.normals[0] @ first > 0 else -1.0)
    heights = np.einsum("ij,ij->i", points.points - feet.points, outwards)
    rims = _rims(feet.points, outwards, reference, number)
    looks_back = np.minimum(*(np.einsum("ij,ij->i", points.normals, way) for way in (rims.walls, outwards))) < _BACK
    wide = _RIM * near
    filled = (rims.concave < _HOLLOW_RIM * wide) & ~looks_back
    return Owned(number, surface, points, heights, feet.points, outwards, rims.any >= wide, rims.concave < wide, filled)


@dataclass(frozen=True)
class _Rims:
    """Of each foot: how far the nearest other face is, and the nearest that rises above a flat one, at a concave edge;
    and which way the wall there looks along the foot's face."""

    any: Floats
    concave: Floats
    walls: Floats


def _rims(feet: Floats, outwards: Floats, reference: Samples, number: int) -> _Rims:
    triangles = reference.triangles
    others = np.nonzero((triangles.faces != number) & ~_goes_on(reference, feet[0], outwards[0], number))[0]
    nowhere = np.full(len(feet), np.inf)
    if not len(others):
        return _Rims(nowhere, nowhere, outwards)
    gaps = _rim_gaps(feet, reference, others)
    heights = (triangles.corners[others].mean(axis=1) - feet[0]) @ outwards[0]
    rising = others[heights > 0.05 * reference.spacing]
    if not len(rising) or not isinstance(reference.surfaces[number], Plane):
        return _Rims(gaps, nowhere, outwards)
    rows = _nearest(feet, reference, rising)
    concave = to_triangles(feet, triangles, rows)
    walls = triangles.normals[rows[np.arange(len(feet)), concave.argmin(axis=1)]]
    along = walls - np.einsum("ij,ij->i", walls, outwards)[:, None] * outwards
    return _Rims(gaps, concave.min(axis=1), along)


def _goes_on(reference: Samples, foot: Floats, outwards: Floats, number: int) -> Marks:
    """Which triangles lie in the plane of a flat face: where it ends at another of its plane, there is no edge."""
    triangles = reference.triangles
    if not isinstance(reference.surfaces[number], Plane):
        return np.zeros(len(triangles.faces), dtype=bool)
    heights = np.abs((triangles.corners.mean(axis=1) - foot) @ outwards)
    same: Marks = (heights < _EQUALLY * reference.spacing) & (triangles.normals @ outwards > 1 - _EQUALLY)
    return same


def _rim_gaps(feet: Floats, reference: Samples, others: Integers) -> Floats:
    """How far the walls at the face's rim are. In a corner that juts into the face, the farther of both walls' planes
    counts: roundings of r along both reach as far as their square's corner."""
    triangles = reference.triangles
    rows = _nearest(feet, reference, others)
    away = to_triangles(feet, triangles, rows)
    least = away.min(axis=1)
    to_planes = np.abs(
        np.einsum("ikj,ikj->ik", feet[:, None] - triangles.corners[rows][:, :, 0], triangles.normals[rows])
    )
    planes = np.where(away <= least[:, None] * (1 + _EQUALLY), to_planes, 0.0).max(axis=1)
    gaps: Floats = np.clip(planes, least / np.sqrt(2), least)
    return gaps


def _owners(points: Cover, reference: Samples, near: float) -> Integers:
    """Of faces that are equally near, at an edge of theirs, the one that looks as the point does."""
    triangles = reference.triangles
    rows = _nearest(points.points, reference, np.arange(len(triangles.faces)))
    gaps = to_triangles(points.points, triangles, rows)
    least = gaps.min(axis=1)
    alike = np.einsum("ij,ikj->ik", points.normals, triangles.normals[rows])
    best = np.where(gaps <= least[:, None] + _EQUALLY * near, alike, -np.inf).argmax(axis=1)
    owners: Integers = np.where(least < 2 * near, triangles.faces[rows[np.arange(len(rows)), best]], -1)
    return owners


def _nearest(points: Floats, samples: Samples, rows: Integers) -> Integers:
    """Of some triangles those whose middles are nearest."""
    count = min(_NEIGHBOURS, len(rows))
    tree = cKDTree(samples.triangles.corners[rows].mean(axis=1))
    nearest: Integers = rows[tree.query(points, k=count)[1].reshape(-1, count)]
    return nearest


def motions(feet: Floats, normals: Floats) -> Floats:
    """Columns: the surface made larger, moved along each axis, turned about each."""
    return np.hstack([np.ones((len(feet), 1)), normals, np.cross(feet - feet.mean(axis=0), normals)])


def residuals(heights: Floats, feet: Floats, normals: Floats) -> Floats:
    """What is left of heights above a surface after it was made larger, moved and turned."""
    moving = motions(feet, normals)
    kept = np.ones(len(feet), dtype=bool)
    bumps = np.zeros(len(feet))
    for _ in range(_MISFITS):
        fit = np.linalg.lstsq(moving[kept], heights[kept], rcond=1e-9)[0]
        bumps = np.abs(heights - moving @ fit)
        kept = bumps <= 3 * np.median(bumps) + 1e-9
    left: Floats = bumps
    return left
