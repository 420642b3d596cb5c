"""Shapes as closed triangle meshes: what they share at true scale, and secondary figures after alignment.

Meshes answer where OCCT's boolean does not. The aligned figures follow what is published: moved to the centre of
mass, scaled by the inertia, turned by the four principal rotations. They never decide.
"""

import math
from dataclasses import dataclass

import cadquery as cq
import numpy as np
import numpy.typing as npt
from manifold3d import Error, Manifold, Mesh
from scipy.spatial import cKDTree

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fineness:
    """How far a mesh may lie from its shape: a fraction of the bounding box's diagonal, and an angle in radians."""

    deflection: float
    angle: float


FINE = Fineness(1e-3, 0.3)
"""For overlaps that decide."""
COARSE = Fineness(4e-3, 0.5)
"""For secondary figures and pictures."""
_SLIVER = 1.5
"""Of the fineness of both meshes: what is thinner is their facets, not the parts' difference."""
_POINTS = 2048
_TURNS = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))


@dataclass(frozen=True)
class Solid:
    """A closed mesh, with its triangles' corners: (triangles, 3, 3) in mm."""

    manifold: Manifold
    corners: Floats


@dataclass(frozen=True)
class _Pose:
    """Where a solid is, how it lies (columns are its principal axes) and how large it is, in mm."""

    centre: Floats
    axes: Floats
    scale: float


class Meshed:
    """A shape's closed meshes, each made once; `diagonal` is what their fineness is relative to.

    A shape keeps its finest mesh: ask for the coarse one first.
    """

    def __init__(self, shape: cq.Shape, diagonal: float) -> None:
        self.shape = shape
        self.diagonal = diagonal
        self._made: dict[Fineness, Solid | None] = {}

    def closed(self, fineness: Fineness) -> Solid | None:
        """None where the mesh does not close."""
        if fineness not in self._made:
            self._made[fineness] = _closed(self.shape, self.diagonal, fineness)
        return self._made[fineness]


def thick(solid: Manifold, fineness: Fineness, diagonal: float) -> Manifold:
    """Without the pieces that are thinner than the facets of two meshes, stripes where faces coincide."""
    least = _SLIVER * fineness.deflection * diagonal
    pieces = [piece for piece in solid.decompose() if 2 * piece.volume() > least * piece.surface_area()]
    return Manifold.compose(pieces)


def _closed(shape: cq.Shape, diagonal: float, fineness: Fineness) -> Solid | None:
    vertices, triangles = shape.tessellate(fineness.deflection * diagonal, fineness.angle)
    if not triangles:
        return None
    points = np.array([vertex.toTuple() for vertex in vertices], dtype=np.float64)
    indices = np.array(triangles, dtype=np.uint32)
    mesh = Mesh(points.astype(np.float32), indices)
    mesh.merge()
    manifold = Manifold(mesh)
    if manifold.status() != Error.NoError or manifold.is_empty():
        return None
    return Solid(manifold, points[indices])


def shared_fraction(one: Manifold, other: Manifold) -> float | None:
    """Intersection over union, 0 to 1; None where the intersection fails, which is not to be taken for an empty one."""
    both = one ^ other
    common = float(both.volume())
    if both.status() != Error.NoError or not math.isfinite(common):
        return None
    union = float(one.volume()) + float(other.volume()) - common
    return min(1.0, max(0.0, common / union)) if union > 0 else 0.0


def aligned_fraction(one: Solid, other: Solid) -> float | None:
    """The best intersection over union after centring, scaling by inertia and turning: not at all (principal axes of
    symmetric parts are arbitrary), or by one of the four rotations that bring principal axes together."""
    first, second = _posed(one), _posed(other)
    turns = [np.eye(3), *(second.axes @ np.diag(np.array(signs, dtype=np.float64)) @ first.axes.T for signs in _TURNS)]
    target = _moved(other.manifold, np.eye(3) / second.scale, -second.centre / second.scale)
    fractions = (
        shared_fraction(_moved(one.manifold, turn / first.scale, -turn @ first.centre / first.scale), target)
        for turn in turns
    )
    return max((fraction for fraction in fractions if fraction is not None), default=None)


def chamfer_distance(one: Solid, other: Solid) -> float:
    """Mean distance of nearest surface points, both ways, over the second's diagonal; 2048 points each."""
    first, second = _surface_points(one.corners), _surface_points(other.corners)
    forth, _ = cKDTree(second).query(first)
    back, _ = cKDTree(first).query(second)
    corners = other.corners.reshape(-1, 3)
    diagonal = float(np.linalg.norm(corners.max(axis=0) - corners.min(axis=0)))
    return float(np.mean(forth) + np.mean(back)) / diagonal


def _posed(solid: Solid) -> _Pose:
    volume, centre, inertia = moments(solid.corners)
    values, axes = np.linalg.eigh(inertia)
    if np.linalg.det(axes) < 0:
        axes[:, 0] *= -1
    return _Pose(centre, axes, float(np.sqrt(abs(values).sum() / volume)))


def _moved(manifold: Manifold, matrix: Floats, offset: Floats) -> Manifold:
    return manifold.transform(np.hstack([matrix, offset[:, None]]))


def moments(corners: Floats) -> tuple[float, Floats, Floats]:
    """Volume, centre of mass, and second moments about it, as sums over tetrahedra with the origin."""
    volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    volume = float(volumes.sum())
    centre = (volumes[:, None] * corners.sum(axis=1)).sum(axis=0) / (4 * volume)
    total = corners.sum(axis=1)
    second = np.einsum("t,tvi,tvj->ij", volumes, corners, corners) + np.einsum("t,ti,tj->ij", volumes, total, total)
    return volume, centre, second / 20 - volume * np.outer(centre, centre)


def _surface_points(corners: Floats) -> Floats:
    """Points spread evenly over the area; the same for equal meshes."""
    random = np.random.default_rng(0)
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    chosen = corners[random.choice(len(corners), _POINTS, p=areas / areas.sum())]
    weights = random.dirichlet((1.0, 1.0, 1.0), _POINTS)
    points: Floats = np.einsum("pv,pvi->pi", weights, chosen)
    return points
