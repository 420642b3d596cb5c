"""The gates: what makes a shape no usable solid, and which of its sub-shapes shows it.

`isValid()` alone accepts a bore tangent to a face, an empty cut, and two boxes that touch in an edge.
Geometry only; what a defect means for the candidate is decided outside the sandbox.
"""

import math
from collections.abc import Iterator
from itertools import chain, combinations, islice
from typing import Any

import cadquery as cq
from OCP.BRep import BRep_Tool
from OCP.BRepCheck import BRepCheck_Analyzer, BRepCheck_NoError
from OCP.TopAbs import TopAbs_EDGE, TopAbs_FACE
from OCP.TopExp import TopExp
from OCP.TopoDS import TopoDS
from OCP.TopTools import TopTools_IndexedDataMapOfShapeListOfShape, TopTools_IndexedMapOfShape

from . import closures, crossings, meshes
from .booleans import answered, boxes_meet, common_volume
from .integration import volume

Defect = dict[str, Any]
"""`gate`, `shape` (kind of sub-shape, "" for the whole), `text`."""
MOST_DEFECTS = 8
_MOST_SOLIDS = 64
_SHARED = 1e-6
"""Of the smaller solid's volume: what OCCT leaves between bodies that touch is less."""
_PARTS = ("Solids", "Shells", "Faces", "Wires", "Edges", "Vertices")


def defects(shape: cq.Shape, expected_solids: int) -> list[Defect]:
    """What is wrong with a shape that should be so many solids; empty where nothing is. At most MOST_DEFECTS."""
    kind = list(_kind(shape))
    if kind:
        return kind
    defects_of_solids = list(islice(chain(_count(shape, expected_solids), broken(shape)), MOST_DEFECTS))
    return defects_of_solids or list(islice(_overlaps(shape), MOST_DEFECTS))


def broken(shape: cq.Shape) -> Iterator[Defect]:
    """Defects of the solids themselves: volume, BRepCheck, tolerances, edges."""
    yield from _volumes(shape)
    yield from _checked(shape)
    yield from _loose_ends(shape)
    yield from _edges(shape)


def _defect(gate: str, shape: str, text: str) -> Defect:
    return {"gate": gate, "shape": shape, "text": text}


def _kind(shape: cq.Shape) -> Iterator[Defect]:
    """A solid, or a compound of solids and nothing else."""
    if shape.ShapeType() not in ("Solid", "CompSolid", "Compound"):
        yield _defect("type", shape.ShapeType(), f"the result is a {shape.ShapeType()}, not a solid")
        return
    inside = {face.hashCode() for solid in shape.Solids() for face in solid.Faces()}
    loose = sum(face.hashCode() not in inside for face in shape.Faces())
    if loose:
        yield _defect("type", "Face", f"{loose} faces of the result belong to no solid")
    elif not shape.Solids() and (shape.Edges() or shape.Vertices()):
        yield _defect("type", "Edge", f"the result is {len(shape.Edges())} edges without a solid")


def _count(shape: cq.Shape, expected: int) -> Iterator[Defect]:
    count = len(shape.Solids())
    if count != expected:
        yield _defect("solids", "Solid", f"{count} solids, expected {expected}")


def _volumes(shape: cq.Shape) -> Iterator[Defect]:
    for number, solid in enumerate(shape.Solids()[:_MOST_SOLIDS]):
        own = volume(solid)
        if not (math.isfinite(own) and own > 0):
            yield _defect("volume", "Solid", f"Solid {number}: volume {_number(own)} mm3")


def _checked(shape: cq.Shape) -> Iterator[Defect]:
    """Each sub-shape that BRepCheck has something against, with its words."""
    analyser = BRepCheck_Analyzer(shape.wrapped, True, False)
    if analyser.IsValid():
        return
    named = False
    for parts in _PARTS:
        for number, part in enumerate(getattr(shape, parts)()):
            result = analyser.Result(part.wrapped)
            if result is None:
                continue
            states = [state for state in result.Status() if state != BRepCheck_NoError]
            if states:
                named = True
                words = ", ".join(sorted({str(state).rpartition(".")[2] for state in states}))
                yield _defect("BRepCheck", part.ShapeType(), f"{described(part, number)}: {words}")
    if not named:
        yield _defect("BRepCheck", shape.ShapeType(), "BRepCheck refuses the shape and names no sub-shape")


def _loose_ends(shape: cq.Shape) -> Iterator[Defect]:
    """A tolerance so wide that it bridges a gap: OCCT cuts a loop off an edge and widens its vertex over the rest."""
    most = closures.allowed(shape) if shape.Solids() else None  # nothing has no bounding box
    if most is not None and closures.gap(shape) > most:
        yield _defect(
            "tolerance",
            shape.ShapeType(),
            f"the surface is closed only within {closures.tolerance(shape):.3g} mm, at most {most:.3g} allowed:"
            " an edge runs through itself, or ends away from its vertex",
        )


def _edges(shape: cq.Shape) -> Iterator[Defect]:
    """In a solid's boundary two faces meet at each edge, a seam counts its face twice, and no edge crosses itself."""
    faces = TopTools_IndexedDataMapOfShapeListOfShape()
    TopExp.MapShapesAndAncestors_s(shape.wrapped, TopAbs_EDGE, TopAbs_FACE, faces)
    for number in range(1, faces.Extent() + 1):
        edge = TopoDS.Edge_s(faces.FindKey(number))
        count = faces.FindFromIndex(number).Size()
        if count != 2 and not BRep_Tool.Degenerated_s(edge):
            yield _defect("edges", "Edge", f"{described(cq.Edge(edge), number - 1)} lies on {count} faces, not 2")
        place = crossings.crossing(edge, [TopoDS.Face_s(face) for face in faces.FindFromIndex(number)])
        if place is not None:
            text = f"{described(cq.Edge(edge), number - 1)} crosses itself at {_point(cq.Vector(*place.tolist()))}"
            yield _defect("crossing", "Edge", text)


def passing_through(candidate: cq.Shape, reference: cq.Shape) -> list[Defect]:
    """Where a boundary passes through itself, unless the reference's does too. Forks, before any boolean."""
    crossed: list[Defect] = answered(lambda: list(passing(candidate))) or []
    return [] if crossed and answered(lambda: list(passing(reference))) else crossed


def passing(shape: cq.Shape) -> Iterator[Defect]:
    """Solids whose boundary passes through itself. Runs OCCT's booleans."""
    for solid in shape.Solids():
        for pair in islice(crossings.passing(solid), MOST_DEFECTS):
            one, other = (described(part, _number_of(part, shape)) for part in pair)
            yield _defect("crossing", pair[0].ShapeType(), f"{one} and {other} pass through each other")


def _number_of(part: cq.Shape, shape: cq.Shape) -> int:
    parts = TopTools_IndexedMapOfShape()
    TopExp.MapShapes_s(shape.wrapped, part.wrapped.ShapeType(), parts)
    return int(parts.FindIndex(part.wrapped)) - 1


def _overlaps(shape: cq.Shape) -> Iterator[Defect]:
    """Solids that share room would count twice."""
    solids = shape.Solids()
    for (first, one), (second, other) in combinations(enumerate(solids), 2):
        if not boxes_meet(one.BoundingBox(), other.BoundingBox()):
            continue
        common = common_volume(one, other, free_forms=True)
        if common is None:
            common = _meshed_volume(one, other, shape.BoundingBox().DiagonalLength)
        if common > _SHARED * min(volume(one), volume(other)):
            yield _defect("overlap", "Solid", f"Solid {first} and Solid {second} share {_number(common)} mm3")


def _meshed_volume(one: cq.Shape, other: cq.Shape, diagonal: float) -> float:
    """mm3 that the meshes of two solids share, without what their facets may err; 0 where they do not close, since
    nothing then says that right bodies share any room. What is too much somewhere, the comparison finds."""
    first, second = (meshes.Meshed(solid.copy(), diagonal).closed(meshes.FINE) for solid in (one, other))
    if first is None or second is None:
        return 0.0
    return float(meshes.thick(first.manifold ^ second.manifold, meshes.FINE, diagonal).volume())


def described(part: cq.Shape, number: int) -> str:
    """A sub-shape for the log: kind, number from 0, geometry and, of an edge, its ends in mm."""
    try:
        kind = part.geomType().lower() if part.ShapeType() in ("Edge", "Face") else ""
        place = ""
        if isinstance(part, cq.Edge):
            ends = [_point(part.startPoint()), _point(part.endPoint())]
            place = f" from {ends[0]} to {ends[1]}"
        return f"{part.ShapeType()} {number}" + (f" ({kind}{place})" if kind else "")
    except Exception:  # geometry so broken that it cannot be asked
        return f"{part.ShapeType()} {number}"


def _point(point: cq.Vector) -> str:
    return "(" + ", ".join(_number(value) for value in point.toTuple()) + ")"


def _number(value: float) -> str:
    return f"{value:.6g}" if abs(value) > 1e-6 or not math.isfinite(value) else "0"
