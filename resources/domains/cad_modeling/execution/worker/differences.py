"""What two parts share, and what each has alone, as closed meshes for people to look at. Nothing is judged.

OCCT's boolean is asked first: for it, two holes of one radius are one face. Two meshes of such a hole have their
facets elsewhere, and what lies between them is drawn as needles and stripes; so meshes are compared only where OCCT
has no answer.
"""

from dataclasses import dataclass
from pathlib import Path

import cadquery as cq
import numpy as np
from manifold3d import Error, Manifold, Mesh

from . import booleans, meshes
from .meshes import Fineness

_NAMES = ("common", "missing", "surplus")
_LOST = 1e-3
"""Of the parts' volume: pieces that do not add up to them by more are wrong."""


@dataclass(frozen=True)
class Difference:
    """`missing` is the reference's alone, `surplus` the candidate's; empty where there is none."""

    common: Manifold
    missing: Manifold
    surplus: Manifold


def difference(
    reference: cq.Shape, candidate: cq.Shape, wanted: Manifold, got: Manifold, fineness: Fineness
) -> Difference:
    """`wanted` and `got` are the two shapes' own meshes. Forks: this process must not have run a boolean."""
    diagonal = reference.BoundingBox().DiagonalLength
    exact = _exact(reference, candidate, diagonal, fineness)
    if exact is not None and _adds_up(exact, wanted, got):
        return exact
    missing, surplus = (meshes.thick(left, fineness, diagonal) for left in (wanted - got, got - wanted))
    return Difference(wanted ^ got, missing, surplus)


def _exact(reference: cq.Shape, candidate: cq.Shape, diagonal: float, fineness: Fineness) -> Difference | None:
    """None where OCCT gives no answer in time, or one that does not close."""
    if len(reference.Faces()) + len(candidate.Faces()) > booleans.MOST_FACES:
        return None

    def pieces() -> bool:
        parts = (reference.intersect(candidate), reference.cut(candidate), candidate.cut(reference))
        return all(_keep(name, part, diagonal, fineness) for name, part in zip(_NAMES, parts, strict=True))

    return Difference(*(_kept(name) for name in _NAMES)) if booleans.answered(pieces) is True else None


def _keep(name: str, part: cq.Shape, diagonal: float, fineness: Fineness) -> bool:
    """Leaves the mesh in a file for the process that asked; False where it does not close."""
    solids = [meshes.Meshed(solid, diagonal).closed(fineness) for solid in part.Solids()]
    if any(solid is None for solid in solids):
        return False
    corners = [solid.corners.reshape(-1, 3) for solid in solids if solid is not None]
    np.save(_file(name), np.concatenate([np.zeros((0, 3)), *corners]))
    return True


def _kept(name: str) -> Manifold:
    corners = np.load(_file(name)).astype(np.float32)
    if not len(corners):
        return Manifold()
    mesh = Mesh(corners, np.arange(len(corners), dtype=np.uint32).reshape(-1, 3))
    mesh.merge()
    return Manifold(mesh)


def _file(name: str) -> Path:
    return Path(f"{name}.npy")


def _adds_up(parts: Difference, wanted: Manifold, got: Manifold) -> bool:
    """OCCT's boolean is at times empty, or one of its arguments, without saying so."""
    if any(part.status() != Error.NoError for part in (parts.common, parts.missing, parts.surplus)):
        return False
    shared = parts.common.volume()
    most = _LOST * (wanted.volume() + got.volume())
    sides = ((parts.missing.volume(), wanted.volume()), (parts.surplus.volume(), got.volume()))
    return all(abs(shared + alone - whole) <= most for alone, whole in sides)
