"""Calls that set the plane: a Workplane of its own, one on a face, one that is turned or was tagged.

Places in a plane, selections and motions are `placing`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from resources.domains.cad_modeling.interpretation.chains import (
    Arguments,
    Chain,
    Impossible,
    Unfollowed,
    number,
    triple,
)
from resources.domains.cad_modeling.interpretation.frames import (
    ORIGIN,
    Triple,
    dot,
    facing,
    named,
    plus,
    rotation,
)
from resources.domains.cad_modeling.interpretation.selecting import Face, picked_face


def plane(_chain: Chain, _name: str, given: Arguments) -> Chain:
    """A Workplane of its own."""
    if given.get("obj") is not None or not isinstance(given["inPlane"], str):
        raise Unfollowed
    frame = named(given["inPlane"], triple(given["origin"]))
    if frame is None:
        raise Impossible
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
        raise Unfollowed
    frame = facing(normal, centre, x)
    if given["invert"]:
        back = (-normal[0], -normal[1], -normal[2])
        frame = facing(back, centre, frame.x)
    return chain.on(frame.shifted(0.0, 0.0, number(given["offset"])))


def face_of(chain: Chain) -> Face:
    if chain.body is None:
        raise Unfollowed
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
    found = chain.tags.get(_text(given["name"]))
    if found is None:
        raise Unfollowed
    return replace(chain.on(found.frame), body=chain.body)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unfollowed
    return value


PLANES: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "Workplane": plane,
    "workplane": workplane,
    "transformed": transformed,
    "tag": tagged,
    "workplaneFromTagged": from_tag,
}
