"""Calls that make a body: of outlines (extrusions, cuts, turned outlines and lofts), ready-made at each place, holes
with their sinks, roundings and shells; and what becomes of a new body.

Sweeps are `sweeps`.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from resources.domains.cad_modeling.prediction.simulator import roundings
from resources.domains.cad_modeling.prediction.simulator.bodies import (
    Body,
    ball,
    common,
    cut,
    loose,
    moved,
    nested,
    prism,
    turned,
    united,
)
from resources.domains.cad_modeling.prediction.simulator.chain import (
    Area,
    Arguments,
    Chain,
    RefusedCall,
    Wire,
    number,
    pair,
    triple,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, Motion, Pair, facing, unit
from resources.domains.cad_modeling.prediction.simulator.outlines import (
    Outline,
    circle,
    drawn_in,
    rectangle,
)
from resources.domains.cad_modeling.prediction.simulator.sketch_calls import spots_of
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, Face, topology_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


def combined(chain: Chain, made: Sequence[Body], combine: Any) -> Chain:
    """What becomes of new bodies: joined to what is there, cut from it, or left beside it."""
    if combine in (True, "a"):
        return chain.with_body(united(*([chain.body] if chain.body is not None else []), *made))
    if combine in ("cut", "s"):
        return taken(chain, made)
    if combine in ("i",):
        return chain.with_body(common(chain.solid, united(*made)))
    return replace(chain.with_body(made[0]), items=tuple(made))


def taken(chain: Chain, made: Sequence[Body]) -> Chain:
    return chain.with_body(cut(chain.solid, *made))


def profiles(chain: Chain) -> Sequence[tuple[Frame, list[Outline]]]:
    """Outer outlines with their holes, each with its plane."""
    by_frame: dict[Frame, list[Outline]] = {}
    for wire in chain.pending:
        by_frame.setdefault(wire.frame, []).append(wire.outline)
    for item in chain.items if not chain.pending else ():
        if isinstance(item, Area):
            if item.outlines is None:
                raise UnsupportedConstruct("a sketch of more than outlines")
            by_frame.setdefault(item.frame, []).extend(item.outlines)
    if not by_frame:
        raise UnsupportedConstruct("no outlines")
    if chain.pending and all(wire.outline.thin for wire in chain.pending):
        raise RefusedCall
    return [(frame, group) for frame, outlines in by_frame.items() for group in nested(outlines)]


def _prisms(chain: Chain, depth: float, taper: Any, *, both: bool) -> list[Body]:
    if not chain.pending and chain.items and all(isinstance(item, Area) for item in chain.items):
        return [_slab(item, depth, taper, both=both) for item in chain.items if isinstance(item, Area)]
    made: list[Body] = []
    if not chain.pending and chain.items and all(isinstance(item, Face) for item in chain.items):
        raise UnsupportedConstruct("a face that is extruded")
    for frame, outlines in profiles(chain):
        low, high = (-abs(depth), abs(depth)) if both else (min(0.0, depth), max(0.0, depth))
        if not taper:
            made.append(prism(frame, outlines, low, high))
            continue
        if both:
            raise UnsupportedConstruct("a taper to both sides")
        step = abs(depth) * math.tan(math.radians(number(taper)))
        flat = [outline.polygon() for outline in outlines]
        inner = [drawn_in(outline, step if place == 0 else -step) for place, outline in enumerate(flat)]
        made.append(prism(frame, flat if depth > 0 else inner, low, high, inner if depth > 0 else flat))
    return made


def _slab(area: Area, depth: float, taper: Any, *, both: bool) -> Body:
    """A sketch's slab, stretched."""
    if taper:
        raise UnsupportedConstruct("a taper of a sketch")
    low, high = (-abs(depth), abs(depth)) if both else (min(0.0, depth), max(0.0, depth))
    frame = area.frame
    columns = np.array([frame.x, frame.y, frame.z]).T @ np.diag([1.0, 1.0, high - low])
    rows = [(float(a), float(b), float(c)) for a, b, c in columns]
    return moved(area.slab, Motion((rows[0], rows[1], rows[2]), frame.world(0.0, 0.0, low)))


def extrude(chain: Chain, _name: str, given: Arguments) -> Chain:
    made = _prisms(chain, number(given["until"]), given["taper"], both=bool(given["both"]))
    return combined(chain, made, given["combine"])


def cut_blind(chain: Chain, _name: str, given: Arguments) -> Chain:
    return taken(chain, _prisms(chain, number(given["until"]), given["taper"], both=bool(given["both"])))


def _everywhere(chain: Chain, frame: Frame) -> float:
    """How far it is to beyond the body, from a plane."""
    box = chain.solid.box
    return math.dist(box.low, box.high) + math.dist(frame.origin, box.middle) + 1.0


def cut_through(chain: Chain, _name: str, given: Arguments) -> Chain:
    if given["taper"]:
        raise UnsupportedConstruct("a taper through all")
    return taken(chain, _prisms(chain, _everywhere(chain, chain.frame), None, both=True))


def revolve(chain: Chain, _name: str, given: Arguments) -> Chain:
    degrees = number(given["angleDegrees"]) % 360.0 or 360.0
    start = (0.0, 0.0) if given["axisStart"] is None else pair(given["axisStart"])
    if given["axisEnd"] is not None:
        end = pair(given["axisEnd"])
    else:
        # CadQuery looks at the world's y of the start, not at the plane's.
        level = chain.frame.world(*start)[1]
        end = (0.0, level) if level else (0.0, 1.0)
    axis = unit((end[0] - start[0], end[1] - start[1], 0.0))
    made = [turned(frame, own, _seen(chain, frame, start), axis[:2], degrees) for frame, own in profiles(chain)]
    return combined(chain, made, given["combine"])


def _seen(chain: Chain, frame: Frame, point: Pair) -> Pair:
    """A point of the chain's plane in another frame along it."""
    x, y, _ = frame.local(chain.frame.world(*point))
    return (x, y)


def loft(chain: Chain, _name: str, given: Arguments) -> Chain:
    wires = chain.pending
    if len(wires) < 2:
        raise RefusedCall
    if len(wires) > 2 and not given["ruled"]:
        raise UnsupportedConstruct("a smooth loft of several sections")
    return combined(chain, [lofted(wires)], given["combine"])


def lofted(wires: Sequence[Wire]) -> Body:
    """Straight between each two sections in parallel planes."""
    made: list[Body] = []
    for lower, upper in itertools.pairwise(wires):
        x, y, height = lower.frame.local(upper.frame.origin)
        if upper.frame.z != lower.frame.z or upper.frame.x != lower.frame.x or abs(height) < 1e-9:
            raise UnsupportedConstruct("a loft between such planes")
        one, other = _matched(lower.outline, upper.outline.moved(x, y))
        if height > 0:
            made.append(prism(lower.frame, [one], 0.0, height, [other]))
        else:
            made.append(prism(lower.frame, [other], height, 0.0, [one]))
    return united(*made)


def _matched(one: Outline, other: Outline) -> tuple[Outline, Outline]:
    """Two outlines with as many corners: their own where they have as many, else in the directions of both."""
    flat = [outline if outline.area > 0 else outline.reversed for outline in (one.polygon(), other.polygon())]
    if len(flat[0].points) == len(flat[1].points):
        return flat[0], flat[1]
    middles = [outline.middle for outline in flat]
    angles = sorted(
        {
            round(math.atan2(y - middle[1], x - middle[0]), 9)
            for outline, middle in zip(flat, middles, strict=True)
            for x, y in outline.points
        }
    )
    rays = [_in_directions(outline, middle, angles) for outline, middle in zip(flat, middles, strict=True)]
    marks = (0,) * len(angles)
    return Outline(rays[0], marks=marks), Outline(rays[1], marks=marks)


def _in_directions(outline: Outline, middle: Pair, angles: Sequence[float]) -> tuple[Pair, ...]:
    """Where rays from an outline's middle leave it, which must be seen whole from there."""
    corners = np.array(outline.points) - middle
    ends = np.roll(corners, -1, 0)
    points = []
    for angle in angles:
        way = np.array([math.cos(angle), math.sin(angle)])
        sides = corners[:, 0] * way[1] - corners[:, 1] * way[0], ends[:, 0] * way[1] - ends[:, 1] * way[0]
        crossed = np.nonzero((sides[0] * sides[1] <= 1e-12) & (sides[0] != sides[1]))[0]
        shares = sides[0][crossed] / (sides[0][crossed] - sides[1][crossed])
        hits = corners[crossed] + shares[:, None] * (ends[crossed] - corners[crossed])
        away = hits @ way
        if not len(away) or away.max() <= 0:
            raise UnsupportedConstruct("a loft of such an outline")
        x, y = hits[away.argmax()] + middle
        points.append((float(x), float(y)))
    return tuple(points)


def _ready(chain: Chain, name: str, given: Arguments) -> Chain:
    """A box, cylinder or ball at each place."""
    return combined(chain, [_READY[name](frame, given) for frame in spots_of(chain)], given["combine"])


def _centred(given: Arguments) -> tuple[bool, bool, bool]:
    flags = given["centered"]
    if isinstance(flags, list | tuple) and len(flags) == 3:
        return (bool(flags[0]), bool(flags[1]), bool(flags[2]))
    return (bool(flags),) * 3


def _box(frame: Frame, given: Arguments) -> Body:
    length, width, height = (number(given[key]) for key in ("length", "width", "height"))
    across, up, level = _centred(given)
    shape = rectangle(length, width, 0.0 if across else length / 2, 0.0 if up else width / 2)
    return prism(frame, [shape], -height / 2 if level else 0.0, height / 2 if level else height)


def along(frame: Frame, direction: Any) -> Frame:
    """A frame whose z points along a direction of the given one."""
    x, y, z = triple(direction)
    if (x, y) == (0.0, 0.0) and z > 0:
        return frame
    away = frame.at((0.0, 0.0, 0.0)).world(*unit((x, y, z)))
    return facing(away, frame.origin)


def _cylinder(frame: Frame, given: Arguments) -> Body:
    if given["angle"] != 360:
        raise UnsupportedConstruct("part of a cylinder")
    height, radius = number(given["height"]), number(given["radius"])
    across, up, level = _centred(given)
    shape = circle(radius, 0.0 if across else radius, 0.0 if up else radius)
    return prism(along(frame, given["direct"]), [shape], -height / 2 if level else 0.0, height / 2 if level else height)


def _ball(frame: Frame, given: Arguments) -> Body:
    if (given["angle1"], given["angle2"], given["angle3"]) != (-90, 90, 360):
        raise UnsupportedConstruct("part of a ball")
    radius = number(given["radius"])
    x, y, z = (0.0 if centred else radius for centred in _centred(given))
    return ball(frame.shifted(x, y, z), radius)


_READY: Mapping[str, Callable[[Frame, Arguments], Body]] = {"box": _box, "cylinder": _cylinder, "sphere": _ball}


def hole(chain: Chain, name: str, given: Arguments) -> Chain:
    """Bored against the plane's normal at each place, with its counterbore or countersink."""
    through = _everywhere(chain, chain.frame)
    depth = through if given["depth"] is None else number(given["depth"])
    bores: list[Body] = []
    for frame in spots_of(chain):
        bores.append(prism(frame, [circle(number(given["diameter"]) / 2)], -depth, 0.0))
        if name == "cboreHole":
            sink = circle(number(given["cboreDiameter"]) / 2)
            bores.append(prism(frame, [sink], -number(given["cboreDepth"]), 0.0))
        if name == "cskHole":
            radius = number(given["cskDiameter"]) / 2
            deep = radius / math.tan(math.radians(number(given["cskAngle"]) / 2))
            bores.append(cone(frame.shifted(0.0, 0.0, -deep), 0.0, radius, deep))
    return replace(taken(chain, bores), pending=chain.pending)


def cone(frame: Frame, low: float, high: float, height: float) -> Body:
    """About the frame's z, with a radius at each end."""
    half = [(low, 0.0), (high, height), (0.0, height)] if low == 0 else [(0.0, 0.0), (low, 0.0), (high, height)]
    half = half if low == 0 or high == 0 else [*half, (0.0, height)]
    upright = Frame(frame.origin, frame.x, frame.z, (-frame.y[0], -frame.y[1], -frame.y[2]))
    return turned(upright, [Outline(tuple(half))], (0.0, 0.0), (0.0, 1.0), 360.0)


def edges_on(chain: Chain) -> list[Edge]:
    """Of what lies on the stack, each once."""
    edges: list[Edge] = []
    for item in chain.items:
        if isinstance(item, Edge):
            own: Iterable[Edge] = [item]
        elif isinstance(item, Face):
            own = topology_of(item.owner).edges_of({item.number})
        elif isinstance(item, Body):
            own = topology_of(item).edges
        else:
            raise RefusedCall
        edges += [edge for edge in own if not any(edge is other for other in edges)]
    if not edges:
        raise RefusedCall
    return edges


def ease(chain: Chain, name: str, given: Arguments) -> Chain:
    size = number(given["radius" if name == "fillet" else "length"])
    if name == "chamfer" and given.get("length2") not in (None, given["length"]):
        raise UnsupportedConstruct("a chamfer of two lengths")
    return chain.with_body(roundings.eased(chain.solid, edges_on(chain), size, chamfer=name == "chamfer"))


def shell(chain: Chain, _name: str, given: Arguments) -> Chain:
    opened = [item for item in chain.items if isinstance(item, Face)]
    if given["kind"] != "arc" or not (opened or chain.left is not None):
        raise UnsupportedConstruct("a shell of another kind")
    return chain.with_body(roundings.shelled(chain.solid, opened, number(given["thickness"])))


def joined(chain: Chain, name: str, given: Arguments) -> Chain:
    other = given[{"union": "toUnion", "cut": "toCut", "intersect": "toIntersect"}[name]]
    body = bodies_of(other)
    if name == "union":
        own = [item for item in chain.items if isinstance(item, Body)]
        if not own and chain.body is not None:
            own = [chain.body]
        return chain.with_body(united(*own, *body))
    return chain.with_body(cut(chain.solid, *body) if name == "cut" else common(chain.solid, united(*body)))


def bodies_of(value: Any) -> list[Body]:
    if isinstance(value, Body):
        return [value]
    if isinstance(value, Chain):
        own = [item for item in value.items if isinstance(item, Body)]
        if own and len(own) == len(value.items):
            return own
        if value.body is not None and not value.items:
            return [value.body]
    raise UnsupportedConstruct("a boolean with what is no body")


def gathered(values: Sequence[Any]) -> Body:
    return loose(*(body for value in values for body in bodies_of(value)))


BODIES: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "extrude": extrude,
    "cutBlind": cut_blind,
    "cutThruAll": cut_through,
    "revolve": revolve,
    "loft": loft,
    "box": _ready,
    "cylinder": _ready,
    "sphere": _ready,
    "hole": hole,
    "cboreHole": hole,
    "cskHole": hole,
    "fillet": ease,
    "chamfer": ease,
    "shell": shell,
    "union": joined,
    "cut": joined,
    "intersect": joined,
}
