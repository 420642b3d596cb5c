"""What is made of nothing: vectors, places, planes, wires, faces and solids, by class and method. Methods of these are
`shape_calls`."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.bodies import (
    Body,
    ball,
    nested,
    prism,
    turned,
    united,
)
from resources.domains.cad_modeling.prediction.simulator.chain import (
    Arguments,
    Curve,
    Wire,
    number,
    triple,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import (
    ORIGIN,
    Frame,
    Triple,
    cross,
    dot,
    facing,
    named,
    plus,
    rotation,
    unit,
)
from resources.domains.cad_modeling.prediction.simulator.outlines import (
    Outline,
    circle,
    rectangle,
)
from resources.domains.cad_modeling.prediction.simulator.solid_calls import cone, gathered, lofted
from resources.domains.cad_modeling.prediction.simulator.sweeps import helix
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Thing = Any


def fitted(names: str, given: Arguments, **usual: Any) -> dict[str, Any]:
    """Arguments by parameter. Raises UnsupportedConstruct where they do not fit."""
    parameters = names.split()
    positional = given.get("", ())
    values = {**usual, **dict(zip(parameters, positional, strict=False))}
    values |= {key: value for key, value in given.items() if key}
    if len(positional) > len(parameters) or set(values) != set(parameters):
        raise UnsupportedConstruct("arguments of another kind")
    return values


def _vector(given: Arguments) -> Triple:
    values = given.get("", ())
    return triple(values[0] if len(values) == 1 else values) if values else ORIGIN


def _location(given: Arguments) -> Frame:
    values = list(given.get("", ()))
    if set(given) - {""} or not values:
        raise UnsupportedConstruct("a place of another kind")
    if isinstance(values[0], Frame):
        return values[0] if len(values) == 1 else values[0].at(triple(values[1]))
    if len(values) == 1:
        return Frame(triple(values[0]))
    if len(values) == 3 and not isinstance(values[0], int | float):
        turn = rotation(ORIGIN, triple(values[1]), number(values[2])).frame(Frame())
        return turn.at(triple(values[0]))
    raise UnsupportedConstruct("a place of another kind")


def _plane(given: Arguments) -> Frame:
    values = fitted("origin xDir normal", given, xDir=None, normal=(0.0, 0.0, 1.0))
    if isinstance(values["origin"], str):
        own = named(values["origin"])
        if own is None:
            raise UnsupportedConstruct("a plane of another name")
        return own
    normal = unit(triple(values["normal"]))
    if values["xDir"] is None:
        return facing(normal, triple(values["origin"]))
    x = triple(values["xDir"])
    x = unit(plus(x, normal, -dot(x, normal)))
    return Frame(triple(values["origin"]), x, cross(normal, x), normal)


def _standing(values: Mapping[str, Any], point: str = "pnt", way: str = "dir") -> Frame:
    direction = unit(triple(values[way]))
    return facing(direction, triple(values[point]), None if direction[2] < 1 - 1e-12 else (1.0, 0.0, 0.0))


_AT: dict[str, Any] = {"pnt": ORIGIN, "dir": (0.0, 0.0, 1.0)}


def _make_box(given: Arguments) -> Body:
    values = fitted("length width height pnt dir", given, **_AT)
    if triple(values["dir"]) != (0.0, 0.0, 1.0):
        raise UnsupportedConstruct("a box along another direction")
    length, width, height = (number(values[name]) for name in ("length", "width", "height"))
    return prism(Frame(triple(values["pnt"])), [rectangle(length, width, length / 2, width / 2)], 0.0, height)


def _make_cylinder(given: Arguments) -> Body:
    values = fitted("radius height pnt dir angleDegrees", given, **_AT, angleDegrees=360)
    if values["angleDegrees"] != 360:
        raise UnsupportedConstruct("part of a cylinder")
    return prism(_standing(values), [circle(number(values["radius"]))], 0.0, number(values["height"]))


def _make_cone(given: Arguments) -> Body:
    values = fitted("radius1 radius2 height pnt dir angleDegrees", given, **_AT, angleDegrees=360)
    if values["angleDegrees"] != 360:
        raise UnsupportedConstruct("part of a cone")
    low, high, height = (number(values[name]) for name in ("radius1", "radius2", "height"))
    return cone(_standing(values), low, high, height)


def _make_sphere(given: Arguments) -> Body:
    values = fitted(
        "radius pnt dir angleDegrees1 angleDegrees2 angleDegrees3",
        given,
        **_AT,
        angleDegrees1=0,
        angleDegrees2=90,
        angleDegrees3=360,
    )
    if (values["angleDegrees1"], values["angleDegrees2"], values["angleDegrees3"]) != (-90, 90, 360):
        raise UnsupportedConstruct("part of a ball")
    return ball(Frame(triple(values["pnt"])), number(values["radius"]))


def _make_torus(given: Arguments) -> Body:
    values = fitted("radius1 radius2 pnt dir", given, **_AT)
    frame = _standing(values)
    upright = Frame(frame.origin, frame.x, frame.z, (-frame.y[0], -frame.y[1], -frame.y[2]))
    section = circle(number(values["radius2"]), number(values["radius1"]), 0.0)
    return turned(upright, [section], (0.0, 0.0), (0.0, 1.0), 360.0)


def _make_circle(given: Arguments) -> Wire:
    values = fitted("radius center normal", given, center=ORIGIN, normal=(0.0, 0.0, 1.0))
    return Wire(_standing(values, "center", "normal"), circle(number(values["radius"])))


def _make_rect(given: Arguments) -> Wire:
    values = fitted("width height center normal xDir", given, xDir=None)
    return Wire(_standing(values, "center", "normal"), rectangle(number(values["width"]), number(values["height"])))


def _make_polygon(given: Arguments) -> Wire | Curve:
    values = fitted("listOfVertices forConstruction close", given, forConstruction=False, close=False)
    points = [triple(point) for point in values["listOfVertices"]]
    if math.dist(points[0], points[-1]) < 1e-6:
        points = points[:-1]
    elif not values["close"]:
        return Curve(tuple(points))
    return _flat_wire(points)


def _flat_wire(points: Sequence[Triple]) -> Wire:
    """An outline through points that lie in one plane."""
    first = points[0]
    ways = [plus(point, first, -1.0) for point in points[1:]]
    normal = max((cross(ways[0], way) for way in ways[1:]), key=lambda way: math.hypot(*way))
    frame = facing(unit(normal), first, unit(ways[0]))
    flat = [frame.local(point) for point in points]
    if any(abs(z) > 1e-6 for _, _, z in flat):
        raise UnsupportedConstruct("an outline in no plane")
    if frame.z[2] < -1 + 1e-9:
        frame = Frame(first, frame.x, (-frame.y[0], -frame.y[1], -frame.y[2]), (0.0, 0.0, 1.0))
        flat = [frame.local(point) for point in points]
    level = Frame((0.0, 0.0, first[2])) if frame.z == (0.0, 0.0, 1.0) else None
    if level is not None:
        return Wire(level, Outline(tuple((x, y) for x, y, _ in points)))
    return Wire(frame, Outline(tuple((x, y) for x, y, _ in flat)))


def _make_loft(given: Arguments) -> Body:
    values = fitted("listOfWire ruled", given, ruled=False)
    wires = values["listOfWire"]
    if len(wires) < 2 or not all(isinstance(wire, Wire) for wire in wires) or (len(wires) > 2 and not values["ruled"]):
        raise UnsupportedConstruct("a loft of another kind")
    return lofted(wires)


def _face(given: Arguments) -> tuple[Wire, ...]:
    values = fitted("outerWire innerWires", given, innerWires=())
    wires = (values["outerWire"], *values["innerWires"])
    if not all(isinstance(wire, Wire) for wire in wires):
        raise UnsupportedConstruct("a face of another kind")
    return wires


def _extrude_linear(given: Arguments) -> Body:
    values = list(given.get("", ()))
    if set(given) - {""}:
        raise UnsupportedConstruct("an extrusion of another kind")
    if len(values) == 2 and isinstance(values[0], tuple):
        wires, way = values[0], triple(values[1])
    elif len(values) == 3 and isinstance(values[0], Wire):
        wires, way = (values[0], *values[1]), triple(values[2])
    else:
        raise UnsupportedConstruct("an extrusion of another kind")
    frame = wires[0].frame
    height = dot(way, frame.z)
    if math.dist(way, (height * frame.z[0], height * frame.z[1], height * frame.z[2])) > 1e-9:
        raise UnsupportedConstruct("a slanted extrusion")
    if any(wire.frame != frame for wire in wires):
        raise UnsupportedConstruct("wires in several planes")
    groups = nested([wire.outline for wire in wires])
    return united(*(prism(frame, group, min(0.0, height), max(0.0, height)) for group in groups))


def _compound(given: Arguments) -> Body:
    return gathered(given[""][0])


MADE: Mapping[str, Callable[[Arguments], Thing]] = {
    "Vector": _vector,
    "Location": _location,
    "Plane": _plane,
    "Plane.named": lambda given: _plane(given),
    "Solid.makeBox": _make_box,
    "Solid.makeCylinder": _make_cylinder,
    "Solid.makeCone": _make_cone,
    "Solid.makeSphere": _make_sphere,
    "Solid.makeTorus": _make_torus,
    "Solid.makeLoft": _make_loft,
    "Solid.extrudeLinear": _extrude_linear,
    "Wire.makeCircle": _make_circle,
    "Wire.makeRect": _make_rect,
    "Wire.makePolygon": _make_polygon,
    "Wire.makeHelix": lambda given: helix(given),
    "Face.makeFromWires": _face,
    "Compound.makeCompound": _compound,
    "Plane.XY": lambda given: _named_plane("XY", given),
    "Plane.XZ": lambda given: _named_plane("XZ", given),
    "Plane.YZ": lambda given: _named_plane("YZ", given),
}
"""By class and method."""


def _named_plane(name: str, given: Arguments) -> Frame:
    values = fitted("origin", given, origin=ORIGIN)
    own = named(name, triple(values["origin"]))
    if own is None:
        raise UnsupportedConstruct("a plane of another name")
    return own
