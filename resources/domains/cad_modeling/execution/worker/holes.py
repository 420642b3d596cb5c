"""The round holes of a reference, and what the candidate has there: how narrow, how wide, along which direction.

Asked in loose tasks only. A screw goes through the narrowest place, and its head sits where the hole is square to the
face: a cone of the right radius in its middle, a hole drilled askew, or a slot is another hole.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .deviation import is_hole
from .evenness import Owned, motions
from .surface_samples import Samples
from .surfaces import Cylinder, Floats, Frame

_AROUND = 0.02
"""Of normals on a face: the least spread across its axis from which they show that axis."""
_MOVES = 4
"""Fits, each from where the last one moved the axis to."""
_STRAIGHT = 1e-3
"""Spread along the axis, of that across, below which a face is a cylinder or a cone."""
_FEWEST = 4
_ALONG, _BENDS_ALIKE = 0.1, 0.3
"""Sine of the angle between a straight wall and its axis; how far the radius of a bend may be off, relative to it."""
_ACROSS = 0.9
"""Cosine with the axis up to which a point is a hole's wall, or its countersink's."""
_MOST_DIRECTIONS, _SAME_WAY = 600, 0.966
"""Within 15 degrees: a wall that is round has points in each direction, and a slot's sides none towards its ends."""


def passages(faces: list[Owned], reference: Samples) -> Iterator[dict[str, Any]]:
    """The least and the largest radius, about an axis of the candidate's own, of what passes through: in each direction
    from the axis the narrowest place counts, so that a countersink or a lead-in widens nothing, and a slot does."""
    for face, cylinder in _holes(faces, reference):
        _, distances, away = _own_frame(face, cylinder).split(face.points.points)
        radii = distances - _moved(distances - cylinder.radius, face.feet, away)
        for row in dict.fromkeys((int(radii.argmin()), _widest(radii, away))):
            place = [float(value) for value in face.points.points[row]]
            yield {"radius": float(radii[row]), "expected": cylinder.radius, "point": place}


def bent_otherwise(faces: list[Owned], reference: Samples) -> Iterator[dict[str, Any]]:
    """The radius of bends that are not the hole's, where most of its straight wall has others: an oval is as wide as a
    circle in most directions. Roundings of its edges are no straight wall."""
    for face, cylinder in _holes(faces, reference):
        across = np.abs(face.points.normals @ cylinder.frame.axis)
        curved = np.unique(face.points.faces[across > _ALONG])
        rows = np.nonzero(~np.isin(face.points.faces, curved) & (face.points.bends > 0))[0]
        radii, areas = 1 / face.points.bends[rows], face.points.areas[rows]
        others = np.abs(radii / cylinder.radius - 1) > _BENDS_ALIKE
        if areas[others].sum() > areas[~others].sum():
            place = [float(value) for value in face.points.points[rows[others][0]]]
            yield {"radius": float(np.median(radii[others])), "expected": cylinder.radius, "point": place}


def _widest(radii: Floats, away: Floats) -> int:
    """The point with the largest least radius of all points in its direction from the axis."""
    rows = np.unique(np.linspace(0, len(radii) - 1, _MOST_DIRECTIONS).astype(np.int64))
    alike = away[rows] @ away.T > _SAME_WAY
    least = np.where(alike, radii, np.inf).argmin(axis=1)
    return int(least[radii[least].argmax()])


def measured(faces: list[Owned], reference: Samples) -> set[int]:
    """The numbers of the holes for which `passages` has radii."""
    return {face.number for face, _ in _holes(faces, reference)}


def askew(faces: list[Owned], reference: Samples) -> Iterator[dict[str, Any]]:
    """The angle in degrees between both axes, where the candidate's hole shows one."""
    for face, cylinder in _holes(faces, reference):
        axis = _axis(face)
        if axis is not None:
            cosine = min(1.0, abs(float(axis @ cylinder.frame.axis)))
            place = [float(value) for value in face.points.points[0]]
            yield {"angle": float(np.degrees(np.arccos(cosine))), "point": place}


def _holes(faces: list[Owned], reference: Samples) -> Iterator[tuple[Owned, Cylinder]]:
    for face in faces:
        surface = face.surface
        if isinstance(surface, Cylinder) and is_hole(reference, face.number, surface) and _surrounds(face, surface):
            yield face, surface


def _surrounds(face: Owned, cylinder: Cylinder) -> bool:
    """Whether the candidate's hole goes around the reference's axis: beside it no radius can be told from there."""
    walls = np.abs(face.points.normals @ cylinder.frame.axis) < _ACROSS
    if not walls.any():
        return False
    away = cylinder.frame.split(face.points.points[walls])[2]
    turns = np.sort(np.arctan2(away @ np.cross(cylinder.frame.axis, away[0]), away @ away[0]))
    return bool(np.diff(np.append(turns, turns[0] + 2 * np.pi)).max() < np.pi)


def _own_frame(face: Owned, cylinder: Cylinder) -> Frame:
    """The reference's frame, moved to where the candidate's hole is: a fit of small moves leaves a right hole of 5 mm,
    2 mm away, with a radius of 1.6 mm."""
    frame = cylinder.frame
    for _ in range(_MOVES):
        _, distances, away = frame.split(face.points.points)
        wider_and_moved = np.hstack([np.ones((len(away), 1)), away])
        fit = np.linalg.lstsq(wider_and_moved, distances, rcond=1e-6)[0]
        frame = Frame(frame.origin + fit[1:4], frame.axis)
    return frame


def _moved(heights: Floats, feet: Floats, normals: Floats) -> Floats:
    """What part of heights above a round surface comes from a shift and a turn of it."""
    moving = motions(feet, normals)
    fit = np.linalg.lstsq(moving, heights, rcond=1e-9)[0]
    moved: Floats = moving[:, 1:] @ fit[1:]
    return moved


def _axis(face: Owned) -> Floats | None:
    """Of the largest of the candidate's faces there that is a cylinder or a cone, else of all of them: along it their
    normals do not differ. None where they show none."""
    faces, areas = face.points.faces, face.points.areas
    spreads = {int(number): _spread(face.points.normals[faces == number]) for number in np.unique(faces)}
    straight = {}
    for number, spread in spreads.items():
        values, axes = np.linalg.eigh(spread)
        if values[1] > _AROUND * (faces == number).sum() and values[0] < _STRAIGHT * values[1]:
            straight[number] = axes[:, 0]
    if straight:
        return max(straight.items(), key=lambda item: float(areas[faces == item[0]].sum()))[1]
    values, axes = np.linalg.eigh(sum(spreads.values(), np.zeros((3, 3))))
    shown: Floats | None = axes[:, 0] if values[1] > _AROUND * len(faces) else None
    return shown


def _spread(normals: Floats) -> Floats:
    """How normals of one face differ: a flat face adds nothing."""
    if len(normals) < _FEWEST:
        return np.zeros((3, 3))
    differing = normals - normals.mean(axis=0)
    spread: Floats = differing.T @ differing
    return spread
