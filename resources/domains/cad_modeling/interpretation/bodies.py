"""Ready-made bodies at each place, holes with their sinks, and shells.

Bodies of outlines, and what becomes of a new body, are `shaping`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from resources.domains.cad_modeling.interpretation.chains import (
    Arguments,
    Chain,
    Unfollowed,
    number,
    triple,
)
from resources.domains.cad_modeling.interpretation.frames import Frame, Triple, dot, facing, unit
from resources.domains.cad_modeling.interpretation.outlines import Outline, circle, rectangle, smaller
from resources.domains.cad_modeling.interpretation.planes import centre_of, face_of
from resources.domains.cad_modeling.interpretation.shaping import combined, taken
from resources.domains.cad_modeling.interpretation.solids import (
    EVERYWHERE,
    Ball,
    Prism,
    Solid,
    cut,
)


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
    found = given["centered"]
    if isinstance(found, list | tuple) and len(found) == 3:
        return (bool(found[0]), bool(found[1]), bool(found[2]))
    return (bool(found),) * 3


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
        raise Unfollowed
    height, radius = number(given["height"]), number(given["radius"])
    across, up, level = _centred(given)
    shape = circle(radius, 0.0 if across else radius, 0.0 if up else radius)
    return Prism(
        _along(frame, given["direct"]), (shape,), -height / 2 if level else 0.0, height / 2 if level else height
    )


def _ball(frame: Frame, given: Arguments) -> Solid:
    if (given["angle1"], given["angle2"], given["angle3"]) != (-90, 90, 360):
        raise Unfollowed
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
        raise Unfollowed
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
        raise Unfollowed
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
