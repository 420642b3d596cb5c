"""The face that lies farthest along an axis: where it is, and whether it is flat.

The only selections that are simulated. Faces are not computed: the outermost slice of the body is.
"""

import re
from dataclasses import dataclass

import numpy as np

from resources.domains.cad_modeling.prediction.simulator.geometry import Triple
from resources.domains.cad_modeling.prediction.simulator.grid import Grid, grid_of, mask
from resources.domains.cad_modeling.prediction.simulator.outlines import Array
from resources.domains.cad_modeling.prediction.simulator.solids import Joined, Solid
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_FARTHEST = re.compile(r"\s*([<>])\s*([XYZ])\s*")
_NAMES = {"top": ">Y", "bottom": "<Y", "front": ">Z", "back": "<Z", "left": "<X", "right": ">X"}
_THIN, _THICK = 1e-4, 2e-2
"""How deep below the outermost point the body is looked at, as shares of its size."""
_FLAT = 0.3
"""A face is flat if it is so large beside a slice a little below; a round one is a twentieth."""


@dataclass(frozen=True)
class Face:
    """`rough`: its centre is not known well; `flat`: a plane, to all appearances."""

    normal: Triple
    centre: Triple
    flat: bool
    rough: bool = False


def picked_face(body: Solid, text: str) -> Face:
    """Raises UnsupportedConstruct for another selection, or nothing to select from."""
    selector = _FARTHEST.fullmatch(_NAMES.get(text, text))
    if selector is None or body.box.empty:
        raise UnsupportedConstruct
    axis, up = "XYZ".index(selector[2]), selector[1] == ">"
    normal = tuple((1.0 if up else -1.0) if i == axis else 0.0 for i in range(3))
    whole = grid_of([body], body.box)
    end = _end(body, whole, axis, up)
    thin, thick = (_slice(body, whole, axis, end, up, depth) for depth in (_THIN, _THICK))
    if not thick.area:
        raise UnsupportedConstruct
    centre = list(thin.centre if thin.area else thick.centre)
    centre[axis] = end
    return Face((normal[0], normal[1], normal[2]), (centre[0], centre[1], centre[2]), thin.area > _FLAT * thick.area)


def _end(body: Solid, whole: Grid, axis: int, up: bool) -> float:
    """How far the body reaches: its box says it, unless something is cut off."""
    if not isinstance(body, Joined) or body.kind == "union":
        return body.box.high[axis] if up else body.box.low[axis]
    filled = np.flatnonzero(mask(body, whole).any(tuple(i for i in range(3) if i != axis)))
    if not len(filled):
        raise UnsupportedConstruct
    return float(whole.ends[axis][filled[-1] + 1 if up else filled[0]])


@dataclass(frozen=True)
class Slice:
    area: float
    centre: Triple


def _slice(body: Solid, whole: Grid, axis: int, end: float, up: bool, depth: float) -> Slice:
    """The body's section a little inside of its end."""
    box = body.box
    away = depth * (box.high[axis] - box.low[axis])
    place = end - away if up else end + away
    cells = np.array([place - away * 1e-3, place + away * 1e-3])
    ends = [cells if i == axis else whole.ends[i] for i in range(3)]
    grid = Grid((ends[0], ends[1], ends[2]))
    weights: Array = mask(body, grid) * grid.volumes
    total = float(weights.sum())
    if not total:
        return Slice(0.0, box.middle)
    x, y, z = (
        float((weights.sum(tuple(j for j in range(3) if j != i)) * grid.points[i]).sum() / total) for i in range(3)
    )
    return Slice(total / (2e-3 * away), (x, y, z))
