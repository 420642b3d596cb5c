"""Calls that draw: outlines put at each place, and lines that go on from where the last one ended."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from resources.domains.cad_modeling.prediction.simulator.chain import (
    MOST_PLACES,
    MOST_POINTS,
    Arguments,
    Chain,
    Place,
    Wire,
    count,
    number,
    pair,
    pairs,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import Pair
from resources.domains.cad_modeling.prediction.simulator.outlines import (
    Outline,
    arc,
    circle,
    ellipse,
    polygon,
    rectangle,
    slot,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


def _rectangle(given: Arguments) -> Outline:
    width, height, centered = number(given["xLen"]), number(given["yLen"]), given["centered"]
    across, up = centered if isinstance(centered, list | tuple) and len(centered) == 2 else (centered, centered)
    return rectangle(width, height, 0.0 if across else width / 2, 0.0 if up else height / 2)


_OUTLINES: Mapping[str, Callable[[Arguments], Outline]] = {
    "circle": lambda given: circle(number(given["radius"])),
    "rect": _rectangle,
    "polygon": lambda given: polygon(
        max(3, count(given["nSides"])), number(given["diameter"]), bool(given["circumscribed"])
    ),
    "ellipse": lambda given: ellipse(
        number(given["x_radius"]), number(given["y_radius"]), number(given["rotation_angle"])
    ),
    "slot2D": lambda given: slot(number(given["length"]), number(given["diameter"]), number(given["angle"])),
}


def outline(chain: Chain, name: str, given: Arguments) -> Chain:
    """One of the shapes of `_OUTLINES` at each place."""
    shape = _OUTLINES[name](given)
    if len(chain.pending) + len(chain.places) > MOST_PLACES:
        raise UnsupportedConstruct
    shown = tuple(shape.moved(place.x, place.y, place.degrees) for place in chain.places)
    wires = tuple(
        Wire(chain.frame.shifted(0.0, 0.0, place.z), one) for place, one in zip(chain.places, shown, strict=True)
    )
    pending = chain.pending if given.get("forConstruction") else chain.pending + wires
    return replace(chain, stack="wires", pending=pending, shown=shown)


def line(chain: Chain, name: str, given: Arguments) -> Chain:
    """Points after the last; raises UnsupportedConstruct where their way is not known."""
    if given.get("forConstruction"):
        raise UnsupportedConstruct
    start = chain.here
    points = _POINTS[name](start, given)
    if name in ("polyline", "spline") and not given.get("includeCurrent"):
        if chain.path and math.dist(points[0], start) > 1e-6:
            raise UnsupportedConstruct
        start, points = points[0], points[1:]
    path = (*(chain.path or (start,)), *points)
    if len(path) > MOST_POINTS or not points:
        raise UnsupportedConstruct
    return replace(chain, stack="edges", path=path, here=path[-1], shown=(), places=(Place(*path[-1]),))


def _spline(start: Pair, given: Arguments) -> tuple[Pair, ...]:
    """Cubic, with the slope at each point that of its neighbours' chord."""
    points = pairs(given["listOfXYTuple"])
    if len(points) < 3:
        return points
    curve = [points[0]]
    for place in range(len(points) - 1):
        a, b, c, d = (points[min(max(i, 0), len(points) - 1)] for i in range(place - 1, place + 3))
        curve += [_between(a, b, c, d, share) for share in (0.25, 0.5, 0.75, 1.0)]
    return tuple(curve)


def _between(a: Pair, b: Pair, c: Pair, d: Pair, share: float) -> Pair:
    s = share
    weights = ((2 - s) * s - 1) * s, (3 * s - 5) * s * s + 2, ((4 - 3 * s) * s + 1) * s, (s - 1) * s * s
    x, y = (sum(w * p[i] for w, p in zip(weights, (a, b, c, d), strict=True)) / 2 for i in range(2))
    return (x, y)


def _sagitta(start: Pair, given: Arguments) -> tuple[Pair, ...]:
    end, sag = pair(given["endPoint"]), number(given["sag"])
    length = math.dist(start, end)
    if not length:
        raise UnsupportedConstruct
    across, up = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    middle = ((start[0] + end[0]) / 2 - sag * up, (start[1] + end[1]) / 2 + sag * across)
    return arc(start, middle, end)


def _polar(start: Pair, given: Arguments) -> Pair:
    distance, angle = number(given["distance"]), math.radians(number(given["angle"]))
    return (start[0] + distance * math.cos(angle), start[1] + distance * math.sin(angle))


_POINTS: Mapping[str, Callable[[Pair, Arguments], tuple[Pair, ...]]] = {
    "lineTo": lambda _, given: ((number(given["x"]), number(given["y"])),),
    "line": lambda at, given: ((at[0] + number(given["xDist"]), at[1] + number(given["yDist"])),),
    "hLine": lambda at, given: ((at[0] + number(given["distance"]), at[1]),),
    "vLine": lambda at, given: ((at[0], at[1] + number(given["distance"])),),
    "hLineTo": lambda at, given: ((number(given["xCoord"]), at[1]),),
    "vLineTo": lambda at, given: ((at[0], number(given["yCoord"])),),
    "polarLine": lambda at, given: (_polar(at, given),),
    "polarLineTo": lambda _, given: (_polar((0.0, 0.0), given),),
    "polyline": lambda _, given: pairs(given["listOfXYTuple"]),
    "spline": _spline,
    "threePointArc": lambda at, given: arc(at, pair(given["point1"]), pair(given["point2"])),
    "sagittaArc": _sagitta,
}


def close(chain: Chain, _name: str, _given: Arguments) -> Chain:
    """The lines so far as an outline."""
    points = chain.path[:-1] if chain.path and math.dist(chain.path[0], chain.path[-1]) < 1e-6 else chain.path
    if len(points) < 2:
        raise UnsupportedConstruct
    shape = Outline(points)
    pending = (*chain.pending, Wire(chain.frame, shape))
    return replace(chain, stack="wires", pending=pending, shown=(shape,), path=(), places=(Place(*shape.middle),))


DRAWN = dict.fromkeys(_OUTLINES, outline) | dict.fromkeys(_POINTS, line) | {"close": close, "wire": close}
