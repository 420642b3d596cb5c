"""How the candidate's flat faces lie to the reference's: how much they rise across the face, and how far off they are.

Asked in loose tasks only, where `near` leaves each end of a face some millimetres: a floor could slope by twice that.
Rough sizes move faces and turn inclined ones a little. They tilt no face that lies along the axes, and a part lies or
stands on the plane that its prompt names: the largest of its faces in a coordinate plane lies there.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .covers import Marks
from .evenness import LEAST_POINTS, Owned, own_plane
from .surface_samples import Samples
from .surfaces import Floats, Frame, Plane

_ALONG = 1e-6
"""How far a normal may be off an axis, and a face off a coordinate plane relative to `near`, and count as there."""
_ALIKE = 0.9
"""Cosine with a face that is nothing but rim from which a point is its own."""


def tilts(faces: list[Owned], reference: Samples, near: float, *, named_pose: bool) -> Iterator[dict[str, Any]]:
    """Of each flat face of the reference: `rise` in mm across it, `angle` in degrees, `away` in mm where it is nearest;
    `upright` where the reference's lies along the axes, `resting` where the part rests on it."""
    flat = [face for face in faces if isinstance(face.surface, Plane)]
    areas = np.bincount(reference.triangles.faces, reference.triangles.areas, len(reference.surfaces))
    bases = {face.number: float(areas[face.number]) for face in flat if named_pose and _in_coordinate_plane(face, near)}
    base = max(bases, key=lambda number: bases[number], default=None)
    for face in flat:
        plane = own_plane(face, _own(face), near)
        if plane is not None:
            corners = reference.triangles.corners[reference.triangles.faces == face.number].reshape(-1, 3)
            along = {"upright": named_pose and _along_axes(face), "resting": face.number == base}
            yield _tilt(face, plane, corners) | along


def _along_axes(face: Owned) -> bool:
    return bool(np.abs(face.normals[0]).max() > 1 - _ALONG)


def _in_coordinate_plane(face: Owned, near: float) -> bool:
    return _along_axes(face) and bool(np.abs(face.feet @ face.normals[0]).max() < _ALONG * near)


def _own(face: Owned) -> Marks:
    """What is away from the rim, or, where too little is, what looks as the face does."""
    if face.inner.sum() >= LEAST_POINTS:
        return face.inner
    alike: Marks = np.einsum("ij,ij->i", face.points.normals, face.normals) > _ALIKE
    return alike


def _tilt(face: Owned, plane: Frame, corners: Floats) -> dict[str, Any]:
    """`corners` are the reference's triangles'."""
    cosine = float(plane.axis @ face.normals[0])
    heights = (plane.origin - corners) @ plane.axis / cosine
    return {
        "rise": float(np.ptp(heights)),
        "angle": float(np.degrees(np.arccos(min(1.0, cosine)))),
        "away": float(np.abs(face.heights).min()),
        "point": [float(value) for value in plane.origin],
    }
