"""A shape's surface as small triangles, and points spread evenly over it, on the true surface.

The triangles say where each face reaches; the points lie above them on the face's own surface, with its normal and
curvature there. Every face has some, however small it is. How two shapes compare is `deviation`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cadquery as cq
import numpy as np
import numpy.typing as npt
from OCP.BRep import BRep_Tool
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.TopAbs import TopAbs_REVERSED
from OCP.TopLoc import TopLoc_Location

from .surfaces import Floats, FreeForm, Surface, surface_of

Integers = npt.NDArray[np.int64]
_TRIANGLES, _POINTS, _FREE_FORM_POINTS = 800, 1200, 300
"""About how many triangles a shape is cut into, more where edges and faces need them; how many points at most. A point
of a free form takes 0.1 ms, any other next to nothing."""
_CROWDED_POINTS = 150
_LEAST_POINTS = 6
"""Points of each face, however small, where it has as many triangles."""
_DEFLECTION, _ANGLE = 2e-3, 0.4
_MOST_SPLITS = 14
_LEAST_AREA = 1e-9


@dataclass(frozen=True)
class Triangles:
    """`corners` (n, 3, 3), unit `normals` outwards, `parameters` of the middles, and the `faces`' numbers."""

    corners: Floats
    normals: Floats
    parameters: Floats
    faces: Integers

    @property
    def areas(self) -> Floats:
        halves: Floats = np.linalg.norm(_doubled(self.corners), axis=1) / 2
        return halves

    def taken(self, rows: Integers) -> "Triangles":
        return Triangles(self.corners[rows], self.normals[rows], self.parameters[rows], self.faces[rows])


@dataclass(frozen=True)
class Samples:
    """`points` on the true surface with `normals` outwards, `bends` (larger curvature, 1/mm), `areas` that they stand
    for and `faces`. `spacing` is the longest edge of `triangles`, `sagitta` how far they lie from the true surface."""

    triangles: Triangles
    surfaces: tuple[Surface, ...]
    points: Floats
    normals: Floats
    bends: Floats
    areas: Floats
    faces: Integers
    spacing: float
    sagitta: float

    def taken(self, own: Integers) -> "Samples":
        """Some of the points, with all triangles."""
        return replace(
            self,
            points=self.points[own],
            normals=self.normals[own],
            bends=self.bends[own],
            areas=self.areas[own],
            faces=self.faces[own],
        )


def sampled(shape: cq.Shape, diagonal: float) -> Samples:
    """Meshes the shape, which must carry no finer mesh; `diagonal` is its bounding box's, which OCCT takes some
    milliseconds to measure. Raises ValueError where no face can be meshed."""
    BRepMesh_IncrementalMesh(shape.wrapped, _DEFLECTION * diagonal, False, _ANGLE, False)
    faces = shape.Faces()
    meshes = [_mesh(face) for face in faces]
    numbers = np.repeat(np.arange(len(faces)), [len(corners) for corners, _ in meshes])
    if not len(numbers):
        raise ValueError("no face of the shape can be meshed")
    corners, parameters = (np.concatenate(parts) for parts in zip(*meshes, strict=True))
    spacing = float(np.sqrt(2.3 * (np.linalg.norm(_doubled(corners), axis=1).sum() / 2) / _TRIANGLES))
    triangles = _split(corners, parameters, numbers, spacing)
    return _pointed(triangles, tuple(surface_of(face.wrapped) for face in faces), spacing)


def _pointed(triangles: Triangles, surfaces: tuple[Surface, ...], spacing: float) -> Samples:
    """Chooses triangles evenly, and goes from their middles to the true surface."""
    free = np.array([isinstance(surface, FreeForm) for surface in surfaces])[triangles.faces]
    areas = triangles.areas
    even = np.unique(
        np.concatenate([_chosen(triangles, areas, ~free, _POINTS), _chosen(triangles, areas, free, _FREE_FORM_POINTS)])
    )
    rows = np.union1d(even, _crowded(free))
    part = triangles.taken(rows)
    middles = part.corners.mean(axis=1)
    points, normals, bends = np.empty_like(middles), np.empty_like(middles), np.empty(len(rows))
    for number in np.unique(part.faces):
        own = part.faces == number
        feet = surfaces[number].feet(middles[own], part.parameters[own])
        towards = np.einsum("ij,ij->i", feet.normals, part.normals[own])
        points[own], bends[own] = feet.points, feet.bends
        normals[own] = np.where(
            np.abs(towards)[:, None] > 0.1, feet.normals * np.sign(towards)[:, None], part.normals[own]
        )
    face_areas = np.bincount(triangles.faces, areas, len(surfaces))
    shares = face_areas / np.maximum(1, np.bincount(triangles.faces[even], minlength=len(surfaces)))
    weights = np.where(np.isin(rows, even), shares[part.faces], 0.0)
    sagitta = float(np.linalg.norm(points - middles, axis=1).max())
    return Samples(triangles, surfaces, points, normals, bends, weights, part.faces, spacing, sagitta)


def _crowded(free: npt.NDArray[np.bool_]) -> Integers:
    """Rows spread evenly over the triangles of free forms: there are many where a surface bends, as at a needle that
    hardly has any area. They stand for none."""
    rows = np.nonzero(free)[0]
    return rows[np.unique(np.linspace(0, len(rows) - 1, min(len(rows), _CROWDED_POINTS)).astype(np.int64))]


def _chosen(triangles: Triangles, areas: Floats, wanted: npt.NDArray[np.bool_], count: int) -> Integers:
    """Rows spread evenly over the area, and the largest of each face."""
    rows = np.nonzero(wanted)[0]
    if len(rows) <= count:
        return rows
    reached = np.cumsum(areas[rows])
    steps = (np.arange(count) + 0.5) * (reached[-1] / count)
    spread = rows[np.searchsorted(reached, steps)]
    order = rows[np.lexsort((-areas[rows], triangles.faces[rows]))]
    numbers = triangles.faces[order]
    firsts = np.searchsorted(numbers, numbers, side="left")
    return np.concatenate([spread, order[np.arange(len(order)) - firsts < _LEAST_POINTS]])


def _split(corners: Floats, parameters: Floats, faces: Integers, spacing: float) -> Triangles:
    """Halves triangles until no edge is longer than `spacing` and no face has but a few."""
    for _ in range(_MOST_SPLITS):
        edges = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
        long = (edges.max(axis=1) > spacing) | (np.bincount(faces) < _LEAST_POINTS)[faces]
        if not long.any():
            break
        rows, longest = np.nonzero(long)[0], edges[long].argmax(axis=1)
        corners = np.concatenate([corners[~long], *_halves(corners[rows], longest)])
        parameters = np.concatenate([parameters[~long], *_halves(parameters[rows], longest)])
        faces = np.concatenate([faces[~long], faces[rows], faces[rows]])
    outward = _doubled(corners)
    doubled = np.linalg.norm(outward, axis=1)
    kept = doubled > _LEAST_AREA
    normals = outward[kept] / doubled[kept, None]
    return Triangles(corners[kept], normals, parameters[kept].mean(axis=1), faces[kept])


def _halves(triangles: Floats, longest: Integers) -> Iterator[Floats]:
    rows = np.arange(len(triangles))
    one, two, three = (triangles[rows, (longest + step) % 3] for step in range(3))
    middle = (one + two) / 2
    yield np.stack([one, middle, three], axis=1)
    yield np.stack([middle, two, three], axis=1)


def _doubled(corners: Floats) -> Floats:
    """Normals twice as long as the triangles' areas."""
    product: npt.NDArray[Any] = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return product


def _mesh(face: cq.Face) -> tuple[Floats, Floats]:
    """Corners (n, 3, 3) turned outwards, and their parameters (n, 3, 2)."""
    place = TopLoc_Location()
    mesh = BRep_Tool.Triangulation_s(face.wrapped, place)
    if mesh is None or not mesh.HasUVNodes():
        return np.zeros((0, 3, 3)), np.zeros((0, 3, 2))
    moved = place.Transformation()
    nodes = [mesh.Node(number).Transformed(moved) for number in range(1, mesh.NbNodes() + 1)]
    points = np.array([node.Coord() for node in nodes])
    parameters = np.array([mesh.UVNode(number).Coord() for number in range(1, len(nodes) + 1)])
    triangles = np.array([mesh.Triangle(number).Get() for number in range(1, mesh.NbTriangles() + 1)]) - 1
    if face.wrapped.Orientation() == TopAbs_REVERSED:
        triangles = triangles[:, ::-1]
    return points[triangles], parameters[triangles]
