"""Pictures of the reference, the candidate and their difference, for people: PNG shaded, SVG as lines.

Nothing is judged here. In the difference, what both share is grey, what is missing blue and what is surplus red.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import cadquery as cq
import matplotlib
import numpy as np

from . import meshes
from .judge import CANDIDATE, REFERENCE, read

matplotlib.use("Agg")

GREY, BLUE, RED = (0.72, 0.74, 0.76), (0.13, 0.40, 0.78), (0.82, 0.22, 0.18)
_VIEW = (1.0, -1.6, 1.1)
_LIGHT = (0.35, -0.55, 0.75)
_INCHES, _DOTS = 5.0, 120
_PIECES = 18
"""Triangles are cut down to this fraction of the diagonal, so that sorting by depth is enough to hide."""
_LINE_STEPS = 12

Layer = tuple[Any, tuple[float, float, float]]


def main() -> None:
    reference, candidate = read(REFERENCE), read(CANDIDATE)
    solids = {"reference": _mesh(reference), "candidate": _mesh(candidate)}
    for name, shape in (("reference", reference), ("candidate", candidate)):
        lines(f"{name}.svg", [(shape, (0.1, 0.1, 0.1))])
        mesh = solids[name]
        if mesh is not None:
            shaded(f"{name}.png", [(mesh.manifold, GREY)])
    lines("difference.svg", [(reference, BLUE), (candidate, RED)])
    if solids["reference"] is not None and solids["candidate"] is not None:
        wanted, got = solids["reference"].manifold, solids["candidate"].manifold
        shaded("difference.png", [(wanted ^ got, GREY), (wanted - got, BLUE), (got - wanted, RED)])


def _mesh(shape: cq.Shape) -> meshes.Solid | None:
    return meshes.closed(shape, shape.BoundingBox().DiagonalLength, meshes.FINE)


def shaded(name: str, layers: Iterable[Layer]) -> None:
    """Flat-shaded triangles, the farthest first."""
    from matplotlib.collections import PolyCollection

    corners, colours = _triangles(layers)
    axes = _axes()
    right, up, towards = _camera()
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    facing = normals @ towards > 0
    brightness = 0.45 + 0.55 * np.clip(normals @ (np.array(_LIGHT) / np.linalg.norm(_LIGHT)), 0, 1)
    order = np.argsort((corners @ towards).mean(axis=1), kind="stable")
    order = order[facing[order]]
    flat = np.stack([corners @ right, corners @ up], axis=-1)[order]
    paint = np.clip(colours * brightness[:, None], 0, 1)[order]
    axes.add_collection(PolyCollection(list(flat), facecolors=paint, edgecolors=paint, linewidths=0.3))
    _save(axes, name)


def lines(name: str, layers: Sequence[tuple[cq.Shape, tuple[float, float, float]]]) -> None:
    """Every edge of each shape, hidden ones too."""
    from matplotlib.collections import LineCollection

    right, up, _ = _camera()
    axes = _axes()
    for shape, colour in layers:
        drawn = [np.array([point.toTuple() for point in _points(edge)]) for edge in shape.Edges()]
        flat = [np.stack([points @ right, points @ up], axis=-1) for points in drawn if len(points)]
        axes.add_collection(LineCollection(flat, colors=[colour], linewidths=0.8, alpha=0.8))
    _save(axes, name)


def _points(edge: cq.Edge) -> list[cq.Vector]:
    try:
        count = 2 if edge.geomType() == "LINE" else _LINE_STEPS * 2
        return edge.positions([step / (count - 1) for step in range(count)])
    except Exception:  # a degenerate edge has no curve to walk along
        return []


def _triangles(layers: Iterable[Layer]) -> tuple[Any, Any]:
    """Corners (triangles, 3, 3) and a colour for each triangle."""
    found, paint = [np.zeros((0, 3, 3))], [np.zeros((0, 3))]
    for manifold, colour in layers:
        if manifold.is_empty():
            continue
        low, high = np.array(manifold.bounding_box()[:3]), np.array(manifold.bounding_box()[3:])
        mesh = manifold.refine_to_length(float(np.linalg.norm(high - low)) / _PIECES).to_mesh()
        found.append(np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)])
        paint.append(np.tile(colour, (len(found[-1]), 1)))
    return np.concatenate(found).astype(np.float64), np.concatenate(paint)


def _camera() -> tuple[Any, Any, Any]:
    """Unit vectors to the right, up, and towards the viewer."""
    towards = np.array(_VIEW) / np.linalg.norm(_VIEW)
    right = np.cross((0.0, 0.0, 1.0), towards)
    right /= np.linalg.norm(right)
    return right, np.cross(towards, right), towards


def _axes() -> Any:
    from matplotlib.figure import Figure

    axes = Figure(figsize=(_INCHES, _INCHES)).add_axes((0.02, 0.02, 0.96, 0.96))
    axes.set_aspect("equal")
    axes.set_axis_off()
    return axes


def _save(axes: Any, name: str) -> None:
    """The same bytes for the same drawing: no date, no random ids."""
    axes.autoscale_view()
    with matplotlib.rc_context({"svg.hashsalt": "cad"}):
        dated = {"Date": None} if name.endswith(".svg") else {"Software": None}
        axes.figure.savefig(name, dpi=_DOTS, metadata=dated)
