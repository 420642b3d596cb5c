"""Calls that make a body: of outlines (extrusions, cuts, turned outlines and lofts), ready-made at each place, holes
with their sinks, and shells; and what becomes of a new body.

Sweeps are `sweeps`. Fillets and chamfers leave a body as it is; `oddities` counts them.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.chain import (
    Arguments,
    Chain,
    RefusedCall,
    number,
    pair,
    triple,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import Frame, Triple, dot, facing, unit
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline, circle, rectangle, smaller
from resources.domains.cad_modeling.prediction.simulator.placement import centre_of, face_of
from resources.domains.cad_modeling.prediction.simulator.solids import (
    EVERYWHERE,
    Ball,
    Joined,
    Prism,
    Solid,
    Turned,
    cut,
    united,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

MOST_LEAVES = 400


def combined(chain: Chain, made: Sequence[Solid], combine: Any) -> Chain:
    """What becomes of new bodies: joined to what is there, cut from it, or left beside it."""
    if chain.body is not None and isinstance(chain.body, Joined) and chain.body.leaves > MOST_LEAVES:
        raise UnsupportedConstruct
    if combine in (True, "a"):
        return chain.with_body(united(*([chain.body] if chain.body is not None else []), *made))
    if combine in ("cut", "s"):
        return taken(chain, made)
    return chain.with_body(made[0] if len(made) == 1 else Joined("loose", tuple(made)))


def taken(chain: Chain, made: Sequence[Solid]) -> Chain:
    if chain.body is None:
        raise UnsupportedConstruct
    return chain.with_body(cut(chain.body, united(*made)))


def profiles(chain: Chain) -> Mapping[Frame, tuple[Outline, ...]]:
    """The outlines that wait, by the plane in which they lie."""
    by_frame: dict[Frame, tuple[Outline, ...]] = {}
    for wire in chain.pending:
        by_frame[wire.frame] = (*by_frame.get(wire.frame, ()), wire.outline)
    if not by_frame:
        raise UnsupportedConstruct
    if all(wire.outline.thin for wire in chain.pending):
        raise RefusedCall
    return by_frame


def _prisms(chain: Chain, depth: float, both: bool, taper: Any) -> list[Solid]:
    made: list[Solid] = []
    for frame, outlines in profiles(chain).items():
        low, high = (-abs(depth), abs(depth)) if both else (min(0.0, depth), max(0.0, depth))
        if not taper:
            made.append(Prism(frame, outlines, low, high))
            continue
        if both or len(outlines) != 1:
            raise UnsupportedConstruct
        # The taper's outline is another height's: one shape, smaller by as much on every side.
        inner = smaller(outlines[0], abs(depth) * math.tan(math.radians(number(taper))))
        own = (outlines[0], inner) if depth > 0 else (inner, outlines[0])
        made.append(Prism(frame, own[:1], low, high, own[1]))
    return made


def extrude(chain: Chain, _name: str, given: Arguments) -> Chain:
    return combined(
        chain, _prisms(chain, number(given["until"]), bool(given["both"]), given["taper"]), given["combine"]
    )


def cut_blind(chain: Chain, _name: str, given: Arguments) -> Chain:
    return taken(chain, _prisms(chain, number(given["until"]), bool(given["both"]), given["taper"]))


def cut_through(chain: Chain, _name: str, given: Arguments) -> Chain:
    if given["taper"]:
        raise UnsupportedConstruct
    return taken(chain, _prisms(chain, EVERYWHERE, True, None))


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
    made: list[Solid] = [
        Turned(frame, outlines, start, axis[:2], degrees) for frame, outlines in profiles(chain).items()
    ]
    return combined(chain, made, given["combine"])


def loft(chain: Chain, _name: str, given: Arguments) -> Chain:
    wires = chain.pending
    if not 2 <= len(wires) <= 12:
        raise UnsupportedConstruct
    made: list[Solid] = []
    for lower, upper in itertools.pairwise(wires):
        x, y, height = lower.frame.local(upper.frame.origin)
        if upper.frame.z != lower.frame.z or upper.frame.x != lower.frame.x or not height:
            raise UnsupportedConstruct
        if given["ruled"] and (lower.outline.thin or upper.outline.thin):
            raise RefusedCall
        shifted = upper.outline.moved(x, y)
        if height > 0:
            made.append(Prism(lower.frame, (lower.outline,), 0.0, height, shifted))
        else:
            made.append(Prism(lower.frame, (shifted,), height, 0.0, lower.outline))
    return combined(chain, [united(*made)], given["combine"])


SHAPED: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "extrude": extrude,
    "cutBlind": cut_blind,
    "cutThruAll": cut_through,
    "revolve": revolve,
    "loft": loft,
}


def _ready(chain: Chain, name: str, given: Arguments) -> Chain:
    """A box, cylinder or ball at each place."""
    made: list[Solid] = []
    for place in chain.places if chain.stack != "body" else ():
        frame = chain.frame.shifted(place.x, place.y, place.z)
        made.append(_READY[name](frame, given))
    if chain.stack == "body":
        made.append(_READY[name](chain.frame.at(centre_of(chain)), given))
    return combined(chain, made, given["combine"])


def _centred(given: Arguments) -> tuple[bool, bool, bool]:
    flags = given["centered"]
    if isinstance(flags, list | tuple) and len(flags) == 3:
        return (bool(flags[0]), bool(flags[1]), bool(flags[2]))
    return (bool(flags),) * 3


def _box(frame: Frame, given: Arguments) -> Solid:
    length, width, height = (number(given[key]) for key in ("length", "width", "height"))
    across, up, level = _centred(given)
    shape = rectangle(length, width, 0.0 if across else length / 2, 0.0 if up else width / 2)
    return Prism(frame, (shape,), -height / 2 if level else 0.0, height / 2 if level else height)


def _along(frame: Frame, direction: Any) -> Frame:
    """A frame whose z points along a direction of the given one."""
    x, y, z = triple(direction)
    if (x, y) == (0.0, 0.0) and z > 0:
        return frame
    away = frame.at((0.0, 0.0, 0.0)).world(*unit((x, y, z)))
    return facing(away, frame.origin)


def _cylinder(frame: Frame, given: Arguments) -> Solid:
    if given["angle"] != 360:
        raise UnsupportedConstruct
    height, radius = number(given["height"]), number(given["radius"])
    across, up, level = _centred(given)
    shape = circle(radius, 0.0 if across else radius, 0.0 if up else radius)
    return Prism(
        _along(frame, given["direct"]), (shape,), -height / 2 if level else 0.0, height / 2 if level else height
    )


def _ball(frame: Frame, given: Arguments) -> Solid:
    if (given["angle1"], given["angle2"], given["angle3"]) != (-90, 90, 360):
        raise UnsupportedConstruct
    radius = number(given["radius"])
    x, y, z = (0.0 if centred else radius for centred in _centred(given))
    return Ball(frame.shifted(x, y, z), radius)


_READY: Mapping[str, Callable[[Frame, Arguments], Solid]] = {"box": _box, "cylinder": _cylinder, "sphere": _ball}


def hole(chain: Chain, name: str, given: Arguments) -> Chain:
    """Bored against the plane's normal at each place, with its counterbore or countersink."""
    frame, places = chain.frame, chain.places
    if chain.stack == "faces":
        frame = frame.at(face_of(chain).centre)
    elif chain.stack == "body":
        frame = frame.at(centre_of(chain))
    depth = EVERYWHERE if given["depth"] is None else number(given["depth"])
    bores: list[Solid] = []
    for place in places:
        own = frame.shifted(place.x, place.y, place.z)
        bores.append(Prism(own, (circle(number(given["diameter"]) / 2),), -depth, 0.0))
        if name == "cboreHole":
            sink = circle(number(given["cboreDiameter"]) / 2)
            bores.append(Prism(own, (sink,), -number(given["cboreDepth"]), 0.0))
        if name == "cskHole":
            radius = number(given["cskDiameter"]) / 2
            deep = radius / math.tan(math.radians(number(given["cskAngle"]) / 2))
            bores.append(Prism(own, (circle(1e-6),), -deep, 0.0, circle(radius)))
    return replace(taken(chain, bores), pending=chain.pending)


def shell(chain: Chain, _name: str, given: Arguments) -> Chain:
    """Of one prism, open where its ends are picked; drawn in or out as far as the wall is thick."""
    wall, body = number(given["thickness"]), chain.body
    if not isinstance(body, Prism) or body.other is not None or len(body.outlines) != 1 or not wall:
        raise UnsupportedConstruct
    body = _facing(body, face_of(chain).normal if chain.stack == "faces" else body.frame.z)
    low, high = body.low, body.high
    opened_low, opened_high = _opened(chain, body)
    inner = smaller(body.outlines[0], -wall)
    end = Prism(body.frame, (inner,), low if opened_low else low - wall, high if opened_high else high + wall)
    if min(end.high - end.low, *(b - a for a, b in _sides(inner))) <= 1e-5:
        return chain.with_body(body)
    return chain.with_body(cut(body, end) if wall < 0 else cut(end, body))


def _facing(body: Prism, normal: Triple) -> Prism:
    """The same prism with its z along a normal, where its outline is a rectangle along its axes."""
    frame, points = body.frame, set(body.outlines[0].points)
    left, low, right, high = body.outlines[0].extent
    if abs(dot(frame.z, normal)) > 0.5 or points != {(left, low), (right, low), (right, high), (left, high)}:
        return body
    if abs(dot(frame.x, normal)) > 0.5:
        shape = Outline(((low, body.low), (high, body.low), (high, body.high), (low, body.high)))
        return Prism(Frame(frame.origin, frame.y, frame.z, frame.x), (shape,), left, right)
    shape = Outline(((body.low, left), (body.high, left), (body.high, right), (body.low, right)))
    return Prism(Frame(frame.origin, frame.z, frame.x, frame.y), (shape,), low, high)


def _sides(outline: Outline) -> list[tuple[float, float]]:
    left, low, right, high = outline.extent
    return [(left, right), (low, high)]


def _opened(chain: Chain, body: Prism) -> tuple[bool, bool]:
    """Whether the wall is left out at the prism's low and at its high end."""
    if chain.stack != "faces":
        return (False, False)
    normal = face_of(chain).normal
    way = sum(a * b for a, b in zip(normal, body.frame.z, strict=True))
    if abs(abs(way) - 1) > 1e-9:
        raise UnsupportedConstruct
    return (way < 0, way > 0)


BODIES: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "box": _ready,
    "cylinder": _ready,
    "sphere": _ready,
    "hole": hole,
    "cboreHole": hole,
    "cskHole": hole,
    "shell": shell,
}
