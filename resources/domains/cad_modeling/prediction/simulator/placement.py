"""Calls that say where: planes, places in them, selections, and motions of the body."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.chain import (
    Arguments,
    Chain,
    Place,
    RefusedCall,
    count,
    number,
    triple,
)
from resources.domains.cad_modeling.prediction.simulator.face_selection import Face, picked_face
from resources.domains.cad_modeling.prediction.simulator.geometry import (
    ORIGIN,
    Motion,
    Triple,
    dot,
    facing,
    named,
    plus,
    reflection,
    rotation,
    translation,
)
from resources.domains.cad_modeling.prediction.simulator.solids import Ball, Turned, leaves, moved, united
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


def plane(_chain: Chain, _name: str, given: Arguments) -> Chain:
    """A Workplane of its own."""
    if given.get("obj") is not None or not isinstance(given["inPlane"], str):
        raise UnsupportedConstruct
    frame = named(given["inPlane"], triple(given["origin"]))
    if frame is None:
        raise RefusedCall
    return Chain(frame)


def workplane(chain: Chain, _name: str, given: Arguments) -> Chain:
    origin = chain.frame.origin if given["origin"] is None else triple(given["origin"])
    face = None
    if chain.stack == "faces":
        face = face_of(chain)
        normal, centre, x = face.normal, face.centre, None
    else:
        normal, centre, x = chain.frame.z, centre_of(chain), chain.frame.x
    if given["centerOption"] == "ProjectedOrigin":
        centre = plus(origin, normal, dot(plus(centre, origin, -1.0), normal))
    elif face is None or face.rough:
        raise UnsupportedConstruct
    frame = facing(normal, centre, x)
    if given["invert"]:
        back = (-normal[0], -normal[1], -normal[2])
        frame = facing(back, centre, frame.x)
    return chain.on(frame.shifted(0.0, 0.0, number(given["offset"])))


def face_of(chain: Chain) -> Face:
    if chain.body is None:
        raise UnsupportedConstruct
    if "face" not in chain.worked_out:
        chain.worked_out["face"] = picked_face(chain.body, chain.picked)
    face: Face = chain.worked_out["face"]
    return face


def centre_of(chain: Chain) -> Triple:
    if chain.stack == "body" and chain.body is not None and not chain.body.box.empty:
        return chain.body.box.middle
    place = chain.places[0]
    return chain.frame.world(place.x, place.y, place.z)


def transformed(chain: Chain, _name: str, given: Arguments) -> Chain:
    offset, turns = triple(given["offset"]), triple(given["rotate"])
    frame = chain.frame
    turned = frame
    for axis, degrees in reversed(list(zip((frame.x, frame.y, frame.z), turns, strict=True))):
        turned = rotation(ORIGIN, axis, degrees).frame(turned)
    return chain.on(turned.at(frame.world(*offset)))


def tagged(chain: Chain, _name: str, given: Arguments) -> Chain:
    return replace(chain, tags={**chain.tags, _text(given["name"]): chain})


def from_tag(chain: Chain, _name: str, given: Arguments) -> Chain:
    tagged_chain = chain.tags.get(_text(given["name"]))
    if tagged_chain is None:
        raise UnsupportedConstruct
    return replace(chain.on(tagged_chain.frame), body=chain.body)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise UnsupportedConstruct
    return value


PLANES: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "Workplane": plane,
    "workplane": workplane,
    "transformed": transformed,
    "tag": tagged,
    "workplaneFromTagged": from_tag,
}


_SPHERE = re.compile(r"^(?:[<>][XYZ] and )?%\s*SPHERE$")
"""A selection that is empty of every body without a ball."""


def center(chain: Chain, _name: str, given: Arguments) -> Chain:
    frame = chain.frame.shifted(number(given["x"]), number(given["y"]))
    return replace(chain, frame=frame, stack="places", places=(Place(),), here=(0.0, 0.0), shown=())


def at_places(chain: Chain, places: tuple[Place, ...]) -> Chain:
    return replace(chain, stack="places", places=places, here=(places[-1].x, places[-1].y), shown=())


def points(chain: Chain, _name: str, given: Arguments) -> Chain:
    given_points = given["pntList"]
    if not isinstance(given_points, list | tuple) or not 1 <= len(given_points) <= 150:
        raise UnsupportedConstruct
    return at_places(chain, tuple(Place(*triple(point)) for point in given_points))


def rectangular(chain: Chain, _name: str, given: Arguments) -> Chain:
    across, up, columns, rows = (given[key] for key in ("xSpacing", "ySpacing", "xCount", "yCount"))
    if count(columns) * count(rows) > 150:
        raise UnsupportedConstruct
    wide, high, centred = number(across), number(up), given["center"]
    left, low = centred if isinstance(centred, list | tuple) and len(centred) == 2 else (centred, centred)
    x, y = (-wide * (columns - 1) / 2 if left else 0.0), (-high * (rows - 1) / 2 if low else 0.0)
    return at_places(chain, tuple(Place(x + wide * i, y + high * j) for i in range(columns) for j in range(rows)))


def polar(chain: Chain, _name: str, given: Arguments) -> Chain:
    radius, first, angle = (number(given[key]) for key in ("radius", "startAngle", "angle"))
    many = count(given["count"])
    if given["fill"]:
        whole = abs(math.remainder(angle, 360)) < 1e-6
        angle = angle / many if whole else angle / (many - 1) if many > 1 else first
    turns = [first + angle * i for i in range(many)]
    return at_places(
        chain,
        tuple(
            Place(
                radius * math.cos(math.radians(a)), radius * math.sin(math.radians(a)), 0.0, a * bool(given["rotate"])
            )
            for a in turns
        ),
    )


def moved_to(chain: Chain, name: str, given: Arguments) -> Chain:
    if name == "moveTo":
        return at_places(chain, (Place(number(given["x"]), number(given["y"])),))
    x, y = chain.here
    return at_places(chain, (Place(x + number(given["xDist"]), y + number(given["yDist"])),))


def selected(chain: Chain, name: str, given: Arguments) -> Chain:
    """Only what is chosen is kept; corners of outlines that are drawn to hold places become places."""
    text = given.get("selector")
    if name == "faces" and isinstance(text, str) and _SPHERE.search(text) and not _has_ball(chain):
        return replace(chain, stack="none", places=(Place(),), shown=(), picked="")
    if name == "vertices" and chain.stack == "wires" and text is None:
        corners = tuple(Place(*point) for shape in chain.shown if not shape.radius for point in shape.points)
        if not 1 <= len(corners) <= 150:
            raise UnsupportedConstruct
        return at_places(chain, corners)
    kind = "body" if name == "solids" else "faces" if name == "faces" else "edges"
    before = f"{chain.picked} " if chain.stack == "faces" and name != "faces" else ""
    picked = f"{before}{text if isinstance(text, str) else '' if text is None else '?'}"
    return replace(chain, stack=kind, picked=picked, shown=())


def _has_ball(chain: Chain) -> bool:
    return chain.body is None or any(isinstance(leaf, Ball | Turned) for leaf in leaves(chain.body))


def motion(chain: Chain, name: str, given: Arguments) -> Chain:
    if chain.body is None or chain.stack != "body":
        raise UnsupportedConstruct
    moved_body = moved(chain.body, _MOTIONS[name](given))
    if name == "mirror" and given["union"]:
        moved_body = united(chain.body, moved_body)
    return replace(chain, body=moved_body)


def _mirror(given: Arguments) -> Motion:
    side, base = given["mirrorPlane"], given["basePointVector"]
    frame = named(side) if isinstance(side, str) else None
    normal = frame.z if frame is not None else triple(side)
    return reflection(normal, ORIGIN if base is None else triple(base))


_MOTIONS: Mapping[str, Callable[[Arguments], Motion]] = {
    "translate": lambda given: translation(triple(given["vec"])),
    "rotate": lambda given: _rotated(given),
    "mirror": _mirror,
}


def _rotated(given: Arguments) -> Motion:
    start, end = triple(given["axisStartPoint"]), triple(given["axisEndPoint"])
    if start == end:
        raise RefusedCall
    return rotation(start, plus(end, start, -1.0), number(given["angleDegrees"]))


def ended(chain: Chain, _name: str, given: Arguments) -> Chain:
    """Back along the chain; what waits is shared by all of it."""
    earlier: Chain | None = chain
    for _ in range(count(given["n"])):
        earlier = earlier.before if earlier is not None else None
    if earlier is None:
        raise UnsupportedConstruct
    return replace(earlier, pending=chain.pending, path=chain.path, tags=chain.tags)


def unchanged(chain: Chain, _name: str, _given: Arguments) -> Chain:
    return chain


PLACED: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "center": center,
    "pushPoints": points,
    "rarray": rectangular,
    "polarArray": polar,
    "moveTo": moved_to,
    "move": moved_to,
    "faces": selected,
    "edges": selected,
    "vertices": selected,
    "wires": selected,
    "solids": selected,
    "translate": motion,
    "rotate": motion,
    "mirror": motion,
    "end": ended,
    "clean": unchanged,
    "combine": unchanged,
    "val": unchanged,
    "first": unchanged,
}
