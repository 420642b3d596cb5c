"""Edges and faces that run through themselves or each other: such a solid passes through its own material, and
BRepCheck says nothing.

BRepCheck holds the edges of a wire to each other, never one to itself. Lines and conics cannot cross themselves; any
other edge is followed as a polyline, in its own plane where it has one (the seam of a turned part lies in no plane
face), else in the parameters of its faces. Edges and faces that share no wire (the outline of a fully turned part is
all seams) are held to each other as OCCT's booleans do it with two shapes.
"""

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cadquery as cq
import numpy as np
from OCP.BOPAlgo import BOPAlgo_CheckerSI
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d
from OCP.GeomAbs import GeomAbs_BezierCurve, GeomAbs_BSplineCurve, GeomAbs_OffsetCurve, GeomAbs_OtherCurve
from OCP.TopoDS import TopoDS_Edge, TopoDS_Face
from OCP.TopTools import TopTools_ListOfShape

from .booleans import has_free_form
from .surfaces import Floats

_FREE = (GeomAbs_BezierCurve, GeomAbs_BSplineCurve, GeomAbs_OffsetCurve, GeomAbs_OtherCurve)
_STEPS, _MOST_SAMPLES = 24, 6000
"""Samples of each polynomial span of a curve, and at most."""
_FLAT = 1e-6
"""How far from its plane, relative to its size, a flat curve may lie."""
_SMALLEST_LOOP = 1e-5
"""In mm: OCCT's own tolerance is 1e-7, and sums of it are no loop."""
_REFINEMENTS, _FINER = 4, 9
_EDGES_AND_FACES, _FACES = 4, 5
"""OCCT's levels of what is held to what. Two faces of free form take it 10 s (a spring), an edge and a face 10 ms."""


@dataclass(frozen=True)
class _Path:
    """A curve in a plane: where to sample it, and its points (n, 2) for parameters."""

    parameters: Floats
    at: Callable[[Floats], Floats]


def crossing(edge: TopoDS_Edge, faces: list[TopoDS_Face]) -> Floats | None:
    """A place in mm where the edge passes through itself; `faces` are those that meet at it."""
    curve = BRepAdaptor_Curve(edge)
    if BRep_Tool.Degenerated_s(edge) or curve.GetType() not in _FREE:
        return None
    for path in _paths(edge, curve, faces):
        for first, second in _crossings(path):
            place, again = (np.array(curve.Value(float(value)).Coord()) for value in (first, second))
            between = _points(curve, np.linspace(first, second, _STEPS))
            loop = float(np.linalg.norm(between - place, axis=1).max())
            if loop > _SMALLEST_LOOP and np.linalg.norm(again - place) < 0.1 * loop:
                return place
    return None


def passing(solid: cq.Shape) -> list[tuple[cq.Shape, cq.Shape]]:
    """Pairs of one solid's vertices, edges and faces that meet and have nothing in common. Runs OCCT's booleans."""
    whole, checker = TopTools_ListOfShape(), BOPAlgo_CheckerSI()
    whole.Append(solid.wrapped)
    checker.SetArguments(whole)
    checker.SetNonDestructive(True)
    checker.SetLevelOfCheck(_EDGES_AND_FACES if has_free_form(solid) else _FACES)
    checker.Perform()
    structure = checker.DS()
    pairs = sorted(tuple(sorted(pair.Indices())) for pair in structure.Interferences())
    return [(cq.Shape.cast(structure.Shape(one)), cq.Shape.cast(structure.Shape(other))) for one, other in pairs]


def _paths(edge: TopoDS_Edge, curve: BRepAdaptor_Curve, faces: list[TopoDS_Face]) -> Iterator[_Path]:
    """The curve in its own plane, or in the parameters of each of its faces."""
    parameters = curve_parameters(curve)
    points = _points(curve, parameters)
    middle = points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(points - middle, full_matrices=False)
    if sizes[2] <= _FLAT * sizes[0]:
        yield _Path(parameters, lambda values: (_points(curve, values) - middle) @ axes[:2].T)
        return
    for face in faces:
        flat = BRepAdaptor_Curve2d(edge, face)
        yield _Path(parameters, lambda values, flat=flat: _points(flat, values))  # type: ignore[misc]


def curve_parameters(curve: BRepAdaptor_Curve) -> Floats:
    """Evenly within each span, so that a short one is seen too."""
    knots = np.linspace(curve.FirstParameter(), curve.LastParameter(), 2)
    if curve.GetType() == GeomAbs_BSplineCurve:
        spline = curve.BSpline()
        own = np.array([spline.Knot(number) for number in range(1, spline.NbKnots() + 1)])
        knots = np.concatenate([knots[:1], own[(own > knots[0]) & (own < knots[1])], knots[1:]])
    steps = max(2, min(4 * _STEPS if len(knots) == 2 else _STEPS, _MOST_SAMPLES // (len(knots) - 1)))
    inner = [np.linspace(low, high, steps, endpoint=False) for low, high in itertools.pairwise(knots)]
    return np.concatenate([*inner, knots[-1:]])


def _points(curve: Any, parameters: Floats) -> Floats:
    return np.array([curve.Value(float(value)).Coord() for value in parameters])


def _crossings(path: _Path) -> Iterator[tuple[float, float]]:
    """Pairs of parameters at which a curve is at one place, made finer as long as its chords still cross."""
    points = path.at(path.parameters)
    if _turning(points) < math.pi:
        return
    for one, other in _crossing_chords(points):
        ends: Floats | None = path.parameters[[one, one + 1, other, other + 1]]
        for _ in range(_REFINEMENTS):
            ends = _narrowed(path, ends) if ends is not None else None
        if ends is not None:
            yield float(ends[:2].mean()), float(ends[2:].mean())


def _narrowed(path: _Path, ends: Floats) -> Floats | None:
    """The parts of two parts of a curve that cross."""
    first, second = (np.linspace(pair[0], pair[1], _FINER) for pair in (ends[:2], ends[2:]))
    chords = [np.stack([line[:-1], line[1:]], axis=1) for line in map(path.at, (first, second))]
    rows = np.repeat(np.arange(_FINER - 1), _FINER - 1), np.tile(np.arange(_FINER - 1), _FINER - 1)
    hits = np.nonzero(_cross(chords[0][rows[0]], chords[1][rows[1]]))[0]
    if not len(hits):
        return None
    one, other = rows[0][hits[0]], rows[1][hits[0]]
    return np.array([first[one], first[one + 1], second[other], second[other + 1]])


def _turning(points: Floats) -> float:
    """Of all corners together, in radians: a line that turns by less than half a turn cannot meet itself."""
    steps = np.diff(points, axis=0)
    steps = steps[np.linalg.norm(steps, axis=1) > 0]
    angles = np.arctan2(_turn(steps[:-1], steps[1:]), (steps[:-1] * steps[1:]).sum(axis=1))
    return float(np.abs(angles).sum())


def _crossing_chords(points: Floats) -> Iterator[tuple[int, int]]:
    """Pairs of chords that cross inside both. Sorted along x, each is held to those that begin before it ends."""
    chords = np.stack([points[:-1], points[1:]], axis=1)
    low, high = chords[:, :, 0].min(axis=1), chords[:, :, 0].max(axis=1)
    order = np.argsort(low, kind="stable")
    rows = np.arange(len(order) - 1)
    for step in range(1, len(order)):
        rows = rows[rows + step < len(order)]
        rows = rows[low[order[rows + step]] <= high[order[rows]]]
        if not len(rows):
            return
        one, other = order[rows], order[rows + step]
        for hit in np.nonzero(_cross(chords[one], chords[other]) & (np.abs(one - other) > 1))[0]:
            yield int(min(one[hit], other[hit])), int(max(one[hit], other[hit]))


def _cross(one: Floats, other: Floats) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Whether chords (n, 2, 2) have each other's ends on different sides."""
    crossed: np.ndarray[Any, np.dtype[np.bool_]] = _splits(one, other) & _splits(other, one)
    return crossed


def _splits(chord: Floats, other: Floats) -> Any:
    along = chord[:, 1] - chord[:, 0]
    sides = [_turn(along, other[:, end] - chord[:, 0]) for end in (0, 1)]
    return sides[0] * sides[1] < 0


def _turn(one: Floats, other: Floats) -> Floats:
    turned: Floats = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return turned
