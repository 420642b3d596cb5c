"""The figures of one shape that OCCT computes exactly: volume, area, bounding box, centre of mass, counts; and how it
hangs together, which no overlap shows: voids sealed inside solids, and holes through them (genus).

Millimetres throughout. How two shapes overlap is `booleans` and `meshes`.
"""

from typing import Any

import cadquery as cq
from OCP.BRep import BRep_Tool
from OCP.TopAbs import TopAbs_EDGE, TopAbs_FACE, TopAbs_ShapeEnum, TopAbs_VERTEX, TopAbs_WIRE
from OCP.TopExp import TopExp, TopExp_Explorer
from OCP.TopoDS import TopoDS
from OCP.TopTools import TopTools_IndexedMapOfShape

from . import integration


def measured(shape: cq.Shape) -> dict[str, Any]:
    """`box` is xmin, ymin, zmin, xmax, ymax, zmax; `centre` the centre of mass of the volume."""
    box, mass = shape.BoundingBox(), integration.mass(shape)
    return {
        "volume": mass.volume,
        "area": integration.area(shape),
        "box": [box.xmin, box.ymin, box.zmin, box.xmax, box.ymax, box.zmax],
        "centre": list(mass.centre),
        "solids": len(shape.Solids()),
        "faces": len(shape.Faces()),
        "edges": len(shape.Edges()),
    } | _counted(shape)


def _counted(shape: cq.Shape) -> dict[str, Any]:
    """`voids` are shells beyond each solid's outer one; `genus` adds all shells', None where it is no whole number."""
    shells = [shell for solid in shape.Solids() for shell in solid.Shells()]
    characteristic = sum(map(_characteristic, shells))
    doubled = 2 * len(shells) - characteristic
    return {
        "voids": len(shells) - len(shape.Solids()),
        "genus": doubled // 2 if doubled % 2 == 0 and doubled >= 0 else None,
    }


def _characteristic(shell: cq.Shape) -> int:
    """Vertices - edges + faces by Euler and Poincaré, where a face with n loops counts for 2 - n."""
    edges, ends, proper = _map(shell.wrapped, TopAbs_EDGE), TopTools_IndexedMapOfShape(), 0
    for edge in edges:
        TopExp.MapShapes_s(edge, TopAbs_VERTEX, ends)
        proper += not BRep_Tool.Degenerated_s(TopoDS.Edge_s(edge))
    vertices = int(ends.Extent())
    return vertices - proper + sum(2 - _loops(face) for face in _map(shell.wrapped, TopAbs_FACE))


def _map(shape: Any, kind: TopAbs_ShapeEnum) -> list[Any]:
    """Each sub-shape once, however many share it."""
    parts = TopTools_IndexedMapOfShape()
    TopExp.MapShapes_s(shape, kind, parts)
    return [parts.FindKey(number) for number in range(1, parts.Extent() + 1)]


def _loops(face: Any) -> int:
    explorer, count = TopExp_Explorer(face, TopAbs_WIRE), 0
    while explorer.More():
        count += 1
        explorer.Next()
    return count
