"""Calls that draw: outlines put at each place, and lines that go on from where the last one ended."""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from resources.domains.cad_modeling.prediction.simulator.chain import (
    MOST_PLACES,
    MOST_POINTS,
    Area,
    Arguments,
    Chain,
    Curve,
    Spot,
    Wire,
    count,
    number,
    pair,
    pairs,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, Pair, dot
from resources.domains.cad_modeling.prediction.simulator.outlines import (
    CIRCLE_SIDES,
    Outline,
    arc,
    circle,
    ellipse,
    polygon,
    rectangle,
    round_about,
    slot,
)
from resources.domains.cad_modeling.prediction.simulator.placement import centre_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


def spots_of(chain: Chain) -> Sequence[Frame]:
    """Where something is put: at what lies on the stack, or at the plane's origin."""
    if not chain.items:
        return [chain.frame]
    return [item.frame if isinstance(item, Spot) else chain.frame.at(centre_of(item, chain)) for item in chain.items]


def put(outline: Outline, frame: Frame, plane: Frame) -> Wire:
    """An outline at a place, in the plane's own coordinates where it lies along it."""
    if dot(frame.z, plane.z) < 1 - 1e-9:
        return Wire(frame, outline)
    x, y, z = plane.local(frame.origin)
    degrees = math.degrees(math.atan2(dot(frame.x, plane.y), dot(frame.x, plane.x)))
    return Wire(plane.shifted(0.0, 0.0, z) if z else plane, outline.moved(x, y, round(degrees, 9)))


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
    spots = spots_of(chain)
    if len(chain.pending) + len(spots) > MOST_PLACES:
        raise UnsupportedConstruct("too many outlines")
    wires = tuple(put(shape, spot, chain.frame) for spot in spots)
    pending = chain.pending if given.get("forConstruction") else chain.pending + wires
    return replace(chain, items=wires, pending=pending)


class Drawn(NamedTuple):
    """Points after the last one, and whether they are of one curve."""

    points: tuple[Pair, ...]
    smooth: bool = False


def line(chain: Chain, name: str, given: Arguments) -> Chain:
    """Points after the last; raises UnsupportedConstruct where their way is not known."""
    start = chain.here
    drawn = _POINTS[name](chain, given)
    points = drawn.points
    if name in ("polyline", "spline") and not given.get("includeCurrent"):
        if chain.path and math.dist(points[0], start) > 1e-6:
            raise UnsupportedConstruct("a line that goes on elsewhere")
        start, points = points[0], points[1:]
    path = (*(chain.path or (start,)), *points)
    if len(path) > MOST_POINTS or not points:
        raise UnsupportedConstruct("a line of many points or none")
    first = chain.marks[-1] + 1 if chain.marks else 0
    marks = (*chain.marks, *((first,) * len(points) if drawn.smooth else range(first, first + len(points))))
    if given.get("forConstruction"):
        raise UnsupportedConstruct("lines for construction")
    after = replace(chain, path=path, marks=marks, here=path[-1])
    after = replace(after, items=(Spot(chain.frame.shifted(*path[-1])),))
    if given.get("makeWire") or given.get("periodic"):
        return close(after, name, given)
    return after


def _spline(chain: Chain, given: Arguments) -> Drawn:
    """A cubic spline through the points, natural at its ends, or periodic."""
    from scipy.interpolate import CubicSpline

    points = list(pairs(given["listOfXYTuple"]))
    if given.get("tangents") is not None or given.get("parameters") is not None:
        raise UnsupportedConstruct("a spline with tangents")
    whole = [chain.here, *points] if given.get("includeCurrent") else points
    if given.get("periodic"):
        whole = [*whole, whole[0]]
    if len(whole) < 3:
        return Drawn(tuple(points), smooth=True)
    lengths = [0.0]
    for one, other in itertools.pairwise(whole):
        lengths.append(lengths[-1] + math.dist(one, other))
    curve = CubicSpline(lengths, whole, bc_type="periodic" if given.get("periodic") else "natural")
    steps = min(8, max(2, MOST_POINTS // (2 * len(whole))))
    spots = [a + (b - a) * k / steps for a, b in itertools.pairwise(lengths) for k in range(1, steps + 1)]
    drawn = tuple((float(x), float(y)) for x, y in curve(spots))
    return Drawn(drawn if given.get("includeCurrent") else (points[0], *drawn), smooth=True)


def _sagitta(chain: Chain, given: Arguments) -> Drawn:
    start, end, sag = chain.here, pair(given["endPoint"]), number(given["sag"])
    length = math.dist(start, end)
    if not length:
        raise UnsupportedConstruct("an arc of no length")
    across, up = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    middle = ((start[0] + end[0]) / 2 - sag * up, (start[1] + end[1]) / 2 + sag * across)
    return Drawn(arc(start, middle, end), smooth=True)


def _radius_arc(chain: Chain, given: Arguments) -> Drawn:
    end, radius = pair(given["endPoint"]), number(given["radius"])
    half = math.dist(chain.here, end) / 2
    if abs(radius) < half - 1e-9:
        raise UnsupportedConstruct("an arc of too small a radius")
    sag = abs(radius) - math.sqrt(max(0.0, radius * radius - half * half))
    return _sagitta(chain, {"endPoint": given["endPoint"], "sag": sag if radius > 0 else -sag})


def _tangent_arc(chain: Chain, given: Arguments) -> Drawn:
    x, y = pair(given["endpoint"])
    start = chain.here
    end = (start[0] + x, start[1] + y) if given["relative"] else (x, y)
    if len(chain.path) < 2:
        raise UnsupportedConstruct("an arc tangent to nothing")
    before = chain.path[-2]
    way = (start[0] - before[0], start[1] - before[1])
    if len(chain.marks) > 1 and chain.marks[-1] == chain.marks[-2]:
        raise UnsupportedConstruct("an arc tangent to a curve")
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(*way)
    nx, ny = -way[1] / length, way[0] / length
    across = nx * dx + ny * dy
    if abs(across) < 1e-9:
        return Drawn((end,))
    signed = (dx * dx + dy * dy) / (2 * across)
    centre = (start[0] + nx * signed, start[1] + ny * signed)
    first, last = (math.atan2(p[1] - centre[1], p[0] - centre[0]) for p in (start, end))
    turn = (last - first) % (2 * math.pi)
    turn = turn if signed > 0 else turn - 2 * math.pi
    return Drawn((*round_about(centre, start, turn)[:-1], end), smooth=True)


def _polar(start: Pair, given: Arguments) -> Drawn:
    distance, angle = number(given["distance"]), math.radians(number(given["angle"]))
    return Drawn(((start[0] + distance * math.cos(angle), start[1] + distance * math.sin(angle)),))


def _to(x: float, y: float) -> Drawn:
    return Drawn(((x, y),))


_POINTS: Mapping[str, Callable[[Chain, Arguments], Drawn]] = {
    "lineTo": lambda _, given: _to(number(given["x"]), number(given["y"])),
    "line": lambda c, given: _to(c.here[0] + number(given["xDist"]), c.here[1] + number(given["yDist"])),
    "hLine": lambda c, given: _to(c.here[0] + number(given["distance"]), c.here[1]),
    "vLine": lambda c, given: _to(c.here[0], c.here[1] + number(given["distance"])),
    "hLineTo": lambda c, given: _to(number(given["xCoord"]), c.here[1]),
    "vLineTo": lambda c, given: _to(c.here[0], number(given["yCoord"])),
    "polarLine": lambda c, given: _polar(c.here, given),
    "polarLineTo": lambda _, given: _polar((0.0, 0.0), given),
    "polyline": lambda _, given: Drawn(pairs(given["listOfXYTuple"])),
    "spline": _spline,
    "threePointArc": lambda c, given: Drawn(arc(c.here, pair(given["point1"]), pair(given["point2"])), smooth=True),
    "sagittaArc": _sagitta,
    "radiusArc": _radius_arc,
    "tangentArcPoint": _tangent_arc,
}


def close(chain: Chain, _name: str, _given: Arguments) -> Chain:
    """The lines so far as an outline."""
    points, marks = chain.path, chain.marks
    if len(points) > 1 and math.dist(points[0], points[-1]) < 1e-6:
        points = points[:-1]
    else:
        marks = (*marks, max(marks, default=0) + 1)
    if len(points) < 2 or (len(points) == 2 and len(set(marks)) < 2):
        raise UnsupportedConstruct("an outline of one line")
    wire = Wire(chain.frame, Outline(tuple(points), marks=marks[: len(points)]))
    return replace(chain, items=(wire,), pending=(*chain.pending, wire), path=(), marks=(), here=points[0])


def wire(chain: Chain, name: str, given: Arguments) -> Chain:
    """Closed lines are an outline, others a curve."""
    if chain.path and math.dist(chain.path[0], chain.path[-1]) < 1e-6:
        return close(chain, name, given)
    curve = Curve(tuple(chain.frame.world(x, y) for x, y in chain.path))
    return replace(chain, items=(curve,), path=(), marks=())


def sketched(chain: Chain, _name: str, given: Arguments) -> Chain:
    """Sketches put at each place."""
    areas = []
    for sketch in (own for own in given[""] if own != {}):
        area = getattr(sketch, "area", None)
        if not isinstance(area, Area):
            raise UnsupportedConstruct("a sketch that is not simulated")
        for spot in spots_of(chain):
            areas.append(replace(area, frame=_on(spot, area.frame)))
    return replace(chain, items=tuple(areas))


def _on(spot: Frame, own: Frame) -> Frame:
    turned = [spot.at((0.0, 0.0, 0.0)).world(*axis) for axis in (own.x, own.y, own.z)]
    return Frame(spot.world(*own.origin), *turned)


def offset(chain: Chain, _name: str, given: Arguments) -> Chain:
    """Outlines on the stack, drawn outwards or in; round at convex corners that are drawn outwards."""
    from manifold3d import CrossSection, JoinType

    step = number(given["d"])
    join = {"arc": JoinType.Round, "intersection": JoinType.Miter}.get(given["kind"], JoinType.Round)
    wires = []
    for item in chain.items:
        if not isinstance(item, Wire):
            raise UnsupportedConstruct("offset of what is on the stack")
        flat = item.outline.polygon()
        if item.outline.radius:
            wires.append(replace(item, outline=circle(item.outline.radius + step, *item.outline.points[0])))
            continue
        section = CrossSection([flat.points if flat.area > 0 else flat.reversed.points])
        grown = section.offset(step, join if step > 0 else JoinType.Miter, 10.0, CIRCLE_SIDES).to_polygons()
        if len(grown) != 1:
            raise UnsupportedConstruct("an offset into pieces")
        wires.append(replace(item, outline=Outline(tuple((float(x), float(y)) for x, y in grown[0]))))
    gone = {id(item) for item in chain.items}
    kept = tuple(own for own in chain.pending if id(own) not in gone)
    return replace(chain, items=tuple(wires), pending=(*kept, *wires))


DRAWN: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    **dict.fromkeys(_OUTLINES, outline),
    **dict.fromkeys(_POINTS, line),
    "close": close,
    "wire": wire,
    "placeSketch": sketched,
    "offset2D": offset,
}
