"""Points so close together on a shape's true surface that no needle, blade or groove stands between them.

A free form is a polynomial between two of its knots, so points in each such span, some more than its degree has, show
all that it does: evenly spread samples missed a quarter of a groove's depth. Other surfaces have closed forms: the
middles and corners of their triangles are enough.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cadquery as cq
import numpy as np
import numpy.typing as npt
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.BRepTopAdaptor import BRepTopAdaptor_FClass2d
from OCP.GeomAbs import GeomAbs_BezierSurface, GeomAbs_BSplineSurface, GeomAbs_CN
from OCP.gp import gp_Pnt, gp_Pnt2d, gp_Vec
from OCP.TColStd import TColStd_Array1OfReal
from OCP.TopAbs import TopAbs_IN, TopAbs_ON, TopAbs_REVERSED

from .surface_samples import Integers, Samples
from .surfaces import Floats, FreeForm, Surface

Marks = npt.NDArray[np.bool_]
_MOST_POINTS, _LEAST_POINTS = 4000, 256
"""Of all free forms together, and of each one, where its spans do not need more. A point takes 5 to 10 µs."""
_STEPS, _FEWEST_STEPS = 8, 3
"""Points of each span in either direction; fewer where there are many spans."""
_MOST_VALUES = 400
"""In either direction of one surface: more spans than that are a noise of its own."""
_COLUMNS = 11
_TOLERANCE, _TINY = 1e-7, 1e-12
_FLAT = 1e-6
"""Curvature in 1/mm below which a surface is flat."""


@dataclass(frozen=True)
class Cover:
    """`points` with unit `normals` outwards, `bends` (larger curvature, 1/mm), `areas` that they stand for, the numbers
    of their `faces`, `free`, which of them lie on free forms, and `flat`, around which of them the surface is."""

    points: Floats
    normals: Floats
    bends: Floats
    areas: Floats
    faces: Integers
    parameters: Floats
    free: Marks
    flat: Marks

    def taken(self, rows: Integers) -> "Cover":
        return Cover(
            self.points[rows],
            self.normals[rows],
            self.bends[rows],
            self.areas[rows],
            self.faces[rows],
            self.parameters[rows],
            self.free[rows],
            self.flat[rows],
        )


def cover(shape: cq.Shape, samples: Samples, *, whole: bool) -> Cover:
    """Of all faces, or of the free forms alone; `samples` are the shape's own, whose faces have the same numbers."""
    free = [isinstance(surface, FreeForm) for surface in samples.surfaces]
    room = max(_LEAST_POINTS, _MOST_POINTS // max(1, sum(free)))
    rows = [_of_triangles(samples, number) for number in range(len(free)) if whole and not free[number]]
    faces = shape.Faces()
    rows += [_of_spans(faces[number], number, room) for number in range(len(free)) if free[number]]
    table = np.concatenate([np.zeros((0, _COLUMNS)), *rows])
    numbers = table[:, 8].astype(np.int64)
    is_free, flat = np.array(free)[numbers], table[:, 6] < _FLAT
    flat &= ~is_free | (_with_neighbours(flat, table, (9, 10)) & _with_neighbours(flat, table, (10, 9)))
    return Cover(table[:, :3], table[:, 3:6], table[:, 6], table[:, 7], numbers, table[:, 9:11], is_free, flat)


def _with_neighbours(flat: Marks, table: Floats, columns: tuple[int, int]) -> Marks:
    """Which points are flat as those before and behind them are, of the same face and the same first parameter: where
    a bend turns into its opposite, a line of points is flat, and nothing around it."""
    first, second = columns
    order = np.lexsort((table[:, second], table[:, first], table[:, 8]))
    apart = np.abs(np.diff(table[order][:, [8, first]], axis=0)).max(axis=1) > _TOLERANCE
    beside = flat[order]
    kept = beside.copy()
    kept[1:] &= beside[:-1] | apart
    kept[:-1] &= beside[1:] | apart
    found = np.empty_like(flat)
    found[order] = kept
    return found


def _of_triangles(samples: Samples, number: int) -> Floats:
    """A row for each: point, normal, bend, area, the face's number, parameters. Corners stand for no area."""
    own = samples.triangles.taken(np.nonzero(samples.triangles.faces == number)[0])
    count, surface = len(own.corners), samples.surfaces[number]
    middles = _on_surface(surface, own.corners.mean(axis=1), own.normals, own.areas, own.parameters)
    normals, parameters = np.repeat(own.normals, 3, axis=0), np.repeat(own.parameters, 3, axis=0)
    corners = _on_surface(surface, own.corners.reshape(-1, 3), normals, np.zeros(3 * count), parameters)
    corners = corners[np.unique(corners[:, :3].round(6), axis=0, return_index=True)[1]]
    table = np.concatenate([middles, corners])
    return np.insert(table, 8, number, axis=1)


def _on_surface(surface: Surface, points: Floats, normals: Floats, areas: Floats, parameters: Floats) -> Floats:
    feet = surface.feet(points, parameters)
    signs = np.where(np.einsum("ij,ij->i", feet.normals, normals) < 0, -1.0, 1.0)
    return np.column_stack([feet.points, feet.normals * signs[:, None], feet.bends, areas, parameters])


def _of_spans(face: cq.Face, number: int, room: int) -> Floats:
    """The same rows, of points within the face in each span between the surface's knots."""
    adaptor = BRepAdaptor_Surface(face.wrapped, False)
    low_u, high_u, low_v, high_v = BRepTools.UVBounds_s(face.wrapped)
    along, across = _knots(adaptor, low_u, high_u, u=True), _knots(adaptor, low_v, high_v, u=False)
    steps = _steps(adaptor, len(along) - 1, len(across) - 1, room)
    u, v = _values(along, steps[0]), _values(across, steps[1])
    classifier = BRepTopAdaptor_FClass2d(face.wrapped, _TOLERANCE)
    sign = -1.0 if face.wrapped.Orientation() == TopAbs_REVERSED else 1.0
    rows = [
        (*row[:3], *(sign * value for value in row[3:6]), row[6], row[7] * du * dv, float(number), one, other)
        for one, du in zip(u.tolist(), _widths(u), strict=True)
        for other, dv in zip(v.tolist(), _widths(v), strict=True)
        if classifier.Perform(gp_Pnt2d(one, other)) in (TopAbs_IN, TopAbs_ON)
        for row in _point(adaptor, one, other)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, _COLUMNS)


def _knots(adaptor: BRepAdaptor_Surface, low: float, high: float, *, u: bool) -> Floats:
    """Where one polynomial of the surface ends and the next begins, within the face."""
    count = adaptor.NbUIntervals(GeomAbs_CN) if u else adaptor.NbVIntervals(GeomAbs_CN)
    knots = TColStd_Array1OfReal(1, count + 1)
    (adaptor.UIntervals if u else adaptor.VIntervals)(knots, GeomAbs_CN)
    inner = np.array([knots.Value(place) for place in range(1, count + 2)])
    return np.concatenate([[low], inner[(inner > low + _TOLERANCE) & (inner < high - _TOLERANCE)], [high]])


def _steps(adaptor: BRepAdaptor_Surface, along: int, across: int, room: int) -> tuple[int, int]:
    """Points of a span in both directions; the more crowded direction gives way first."""
    polynomial = adaptor.GetType() in (GeomAbs_BezierSurface, GeomAbs_BSplineSurface)
    degrees = (adaptor.UDegree(), adaptor.VDegree()) if polynomial else (0, 0)
    u, v = (max(_STEPS, degree + 1) for degree in degrees)
    while u * along * v * across > room and max(u, v) > _FEWEST_STEPS:
        if (u * along >= v * across and u > _FEWEST_STEPS) or v <= _FEWEST_STEPS:
            u -= 1
        else:
            v -= 1
    return u, v


def _values(knots: Floats, steps: int) -> Floats:
    spans = [np.linspace(one, other, steps, endpoint=False) for one, other in pairwise(knots.tolist())]
    values = np.concatenate([*spans, knots[-1:]])
    chosen = np.unique(np.linspace(0, len(values) - 1, min(len(values), _MOST_VALUES)).astype(np.int64))
    some: Floats = values[chosen]
    return some


def _widths(values: Floats) -> list[float]:
    """What length of the parameter each value stands for."""
    edges = np.concatenate([values[:1], (values[1:] + values[:-1]) / 2, values[-1:]])
    widths: list[float] = np.diff(edges).tolist()
    return widths


def _point(adaptor: BRepAdaptor_Surface, u: float, v: float) -> Iterator[tuple[float, ...]]:
    """Point, normal by the parameters, curvature, and growth of area; nothing where the surface has no normal."""
    place, (one, two, uu, vv, uv) = gp_Pnt(), (gp_Vec() for _ in range(5))
    adaptor.D2(u, v, place, one, two, uu, vv, uv)
    normal = one.Crossed(two)
    growth = normal.Magnitude()
    if growth > _TINY:
        normal.Divide(growth)
        e, g = one.SquareMagnitude(), two.SquareMagnitude()
        bend = max(abs(normal.Dot(uu)) / e, abs(normal.Dot(vv)) / g, abs(normal.Dot(uv)) / (e * g) ** 0.5)
        yield (place.X(), place.Y(), place.Z(), normal.X(), normal.Y(), normal.Z(), bend, growth)
