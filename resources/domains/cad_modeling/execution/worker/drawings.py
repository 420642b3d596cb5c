"""Pictures of the reference, the candidate and their difference, for people: PNG shaded, SVG as lines.

Nothing is judged here. In the difference, what both share is grey, what is missing blue and what is surplus red. All
pictures of one run show the same window, so that a part at double size looks it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cadquery as cq
import matplotlib
import numpy as np

from . import meshes
from .differences import difference
from .judge import CANDIDATE, REFERENCE, read

matplotlib.use("Agg")

GREY, BLUE, RED = (0.72, 0.74, 0.76), (0.13, 0.40, 0.78), (0.82, 0.22, 0.18)
_VIEW = (1.0, -1.6, 1.1)
_LIGHT = (0.35, -0.55, 0.75)
_INCHES, _DOTS = 4.0, 100
_COLOURS = 64
"""Flat shades need no more, and a palette makes a PNG a third as large."""
_MARGIN = 0.04
_SHINES_THROUGH = 0.35
"""How strongly what is missing or surplus shows through what hides it, such as a bore behind a wall."""
_PIECES = 18
"""Triangles are cut down to this fraction of the diagonal, so that sorting by depth is enough to hide."""
_LINE_STEPS = 48

Layer = tuple[Any, tuple[float, float, float]]


@dataclass(frozen=True)
class Window:
    """What a picture shows, in mm of the camera's plane, and its height over its width."""

    left: float
    right: float
    bottom: float
    top: float

    @property
    def aspect(self) -> float:
        return (self.top - self.bottom) / (self.right - self.left)


def main() -> None:
    """The reference comes first: a shape that crashes this process leaves at least that."""
    reference = read(REFERENCE)
    candidate = read(CANDIDATE) if Path(CANDIDATE).exists() else None
    window = _window([shape for shape in (reference, candidate) if shape is not None])
    wanted = _portrait("reference", reference, window)
    if candidate is None:
        return
    got = _portrait("candidate", candidate, window)
    lines("difference.svg", [(reference, BLUE), (candidate, RED)], window)
    if wanted is not None and got is not None:
        parts = difference(reference, candidate, wanted.manifold, got.manifold, meshes.FINE)
        shaded("difference.png", [(parts.common, GREY), (parts.missing, BLUE), (parts.surplus, RED)], window)


def _portrait(name: str, shape: cq.Shape, window: Window) -> meshes.Solid | None:
    """Draws one shape, shaded only where its mesh closes, and returns that mesh."""
    lines(f"{name}.svg", [(shape, (0.1, 0.1, 0.1))], window)
    mesh = _mesh(shape)
    if mesh is not None:
        shaded(f"{name}.png", [(mesh.manifold, GREY)], window)
    return mesh


def _window(shapes: Sequence[cq.Shape]) -> Window:
    """Room for the bounding boxes of all shapes, no narrower or lower than a third of its other side."""
    right, up, _ = _camera()
    corners = np.concatenate([_corners(shape.BoundingBox()) for shape in shapes])
    across, upwards = corners @ right, corners @ up
    half_width, half_height = np.ptp(across) / 2, np.ptp(upwards) / 2
    half_width, half_height = max(half_width, half_height / 3), max(half_height, half_width / 3)
    middle, level = (across.min() + across.max()) / 2, (upwards.min() + upwards.max()) / 2
    edge = _MARGIN * max(half_width, half_height)
    return Window(
        middle - half_width - edge, middle + half_width + edge, level - half_height - edge, level + half_height + edge
    )


def _corners(box: cq.BoundBox) -> Any:
    spans = ((box.xmin, box.xmax), (box.ymin, box.ymax), (box.zmin, box.zmax))
    return np.array([(x, y, z) for x in spans[0] for y in spans[1] for z in spans[2]])


def _mesh(shape: cq.Shape) -> meshes.Solid | None:
    return meshes.Meshed(shape, shape.BoundingBox().DiagonalLength).closed(meshes.FINE)


def shaded(name: str, layers: Sequence[Layer], window: Window) -> None:
    """The layers' common outside; what is not grey shines through it."""
    axes = _axes(window)
    _paint(axes, layers, alpha=1.0)
    telling = [(manifold, colour) for manifold, colour in layers if colour != GREY]
    _paint(axes, telling, alpha=_SHINES_THROUGH)
    _save(axes, name)


def _paint(axes: Any, layers: Sequence[Layer], alpha: float) -> None:
    """Flat-shaded triangles, the farthest first."""
    from matplotlib.collections import PolyCollection

    corners, colours = _triangles(layers)
    right, up, towards = _camera()
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    facing = normals @ towards > 0
    brightness = 0.45 + 0.55 * np.clip(normals @ (np.array(_LIGHT) / np.linalg.norm(_LIGHT)), 0, 1)
    order = np.argsort((corners @ towards).mean(axis=1), kind="stable")
    order = order[facing[order]]
    flat = np.stack([corners @ right, corners @ up], axis=-1)[order]
    paint = np.clip(colours * brightness[:, None], 0, 1)[order]
    edges = {"edgecolors": paint, "linewidths": 0.3} if alpha == 1.0 else {}
    axes.add_collection(PolyCollection(list(flat), facecolors=paint, alpha=alpha, **edges))


def lines(name: str, layers: Sequence[tuple[cq.Shape, tuple[float, float, float]]], window: Window) -> None:
    """Every edge of each shape, hidden ones too."""
    from matplotlib.collections import LineCollection

    right, up, _ = _camera()
    axes = _axes(window)
    for shape, colour in layers:
        drawn = [np.array([point.toTuple() for point in _points(edge)]) for edge in shape.Edges()]
        flat = [np.stack([points @ right, points @ up], axis=-1) for points in drawn if len(points)]
        axes.add_collection(LineCollection(flat, colors=[colour], linewidths=0.8, alpha=0.8))
    _save(axes, name)


def _points(edge: cq.Edge) -> list[cq.Vector]:
    try:
        count = 2 if edge.geomType() == "LINE" else _LINE_STEPS
        return edge.positions([step / (count - 1) for step in range(count)])
    except Exception:  # a degenerate edge has no curve to walk along
        return []


def _triangles(layers: Sequence[Layer]) -> tuple[Any, Any]:
    """Corners (triangles, 3, 3) and a colour for each triangle, of the layers' common outside.

    Faces in which layers touch are inside. Drawn, they would show through whatever is nearly as near, in stripes.
    """
    from manifold3d import Manifold, OpType

    solids = [(manifold.as_original(), colour) for manifold, colour in layers if not manifold.is_empty()]
    if not solids:
        return np.zeros((0, 3, 3)), np.zeros((0, 3))
    colours = {solid.original_id(): colour for solid, colour in solids}
    whole = Manifold.batch_boolean([solid for solid, _ in solids], OpType.Add)
    low, high = np.array(whole.bounding_box()[:3]), np.array(whole.bounding_box()[3:])
    mesh = whole.refine_to_length(float(np.linalg.norm(high - low)) / _PIECES).to_mesh()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)].astype(np.float64)
    lengths = np.diff(np.asarray(mesh.run_index)) // 3
    return corners, np.repeat([colours[run] for run in mesh.run_original_id], lengths, axis=0)


def _camera() -> tuple[Any, Any, Any]:
    """Unit vectors to the right, up, and towards the viewer."""
    towards = np.array(_VIEW) / np.linalg.norm(_VIEW)
    right = np.cross((0.0, 0.0, 1.0), towards)
    right /= np.linalg.norm(right)
    return right, np.cross(towards, right), towards


def _axes(window: Window) -> Any:
    from matplotlib.figure import Figure

    wide = _INCHES if window.aspect <= 1 else _INCHES / window.aspect
    axes = Figure(figsize=(wide, wide * window.aspect)).add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(window.left, window.right)
    axes.set_ylim(window.bottom, window.top)
    axes.set_axis_off()
    return axes


def _save(axes: Any, name: str) -> None:
    """The same bytes for the same drawing: no date, no random ids."""
    if name.endswith(".svg"):
        with matplotlib.rc_context({"svg.hashsalt": "cad"}):
            axes.figure.savefig(name, metadata={"Date": None})
        return
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    axes.figure.set_dpi(_DOTS)
    canvas: Any = FigureCanvasAgg(axes.figure)
    canvas.draw()
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(name, optimize=True)
