"""Methods of things of CadQuery's that are no Workplanes: bodies, wires and places; selector objects, and assemblies.

What is made of nothing is `made_shapes`, a sketch `sketch_methods`."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from resources.domains.cad_modeling.prediction.simulator import roundings, selectors
from resources.domains.cad_modeling.prediction.simulator.bodies import (
    Body,
    common,
    cut,
    loose,
    moved,
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
    Motion,
    translation,
    unit,
)
from resources.domains.cad_modeling.prediction.simulator.made_shapes import Thing, fitted
from resources.domains.cad_modeling.prediction.simulator.placement import carried, motion_of
from resources.domains.cad_modeling.prediction.simulator.solid_calls import bodies_of
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, topology_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Choice = Callable[[list[Any]], list[Any]]


def _nearest(given: Arguments) -> Choice:
    point = triple(fitted("pnt", given)["pnt"])
    return lambda items: [min(items, key=lambda item: math.dist(selectors.centre_of(item), point))] if items else []


def _by_text(given: Arguments) -> Choice:
    text = fitted("selectorString", given)["selectorString"]
    return lambda items: selectors.chosen(items, text)


def _in_box(given: Arguments) -> Choice:
    values = fitted("point0 point1 boundingbox", given, boundingbox=False)
    if values["boundingbox"]:
        raise UnsupportedConstruct("a selector by bounding boxes")
    low, high = (tuple(map(way, triple(values["point0"]), triple(values["point1"]))) for way in (min, max))

    def inside(item: Any) -> bool:
        return all(a < own < b for a, own, b in zip(low, selectors.centre_of(item), high, strict=True))

    return lambda items: [item for item in items if inside(item)]


def _parallel_to(given: Arguments) -> Choice:
    way = unit(triple(given[""][0]))
    return lambda items: selectors.parallel(items, way)


SELECTORS: Mapping[str, Callable[[Arguments], Choice]] = {
    "NearestToPointSelector": _nearest,
    "StringSyntaxSelector": _by_text,
    "BoxSelector": _in_box,
    "ParallelDirSelector": _parallel_to,
}


def shape_method(own: Thing, name: str, given: Arguments) -> Thing:
    """A method of a shape, a place or a vector."""
    if isinstance(own, Body):
        return _body_method(own, name, given)
    if isinstance(own, Frame) and name in ("mul", "__mul__"):
        return _placed_frame(own, given[""][0])
    if name in ("moved", "located", "move", "translate", "rotate") and isinstance(own, Wire | Curve):
        return carried(own, _motion(name, given))
    raise UnsupportedConstruct(f"{name} of such a thing")


def _placed_frame(outer: Frame, inner: Any) -> Frame:
    if not isinstance(inner, Frame):
        raise UnsupportedConstruct("a place times something else")
    return _to_frame(outer).frame(inner)


def _to_frame(frame: Frame) -> Motion:
    rows = tuple((frame.x[i], frame.y[i], frame.z[i]) for i in range(3))
    return Motion((rows[0], rows[1], rows[2]), frame.origin)


def _motion(name: str, given: Arguments) -> Motion:
    values = given.get("", ())
    if name in ("moved", "located", "move"):
        if not values or not isinstance(values[0], Frame):
            return translation(triple(values))
        return _to_frame(values[0])
    if name == "translate":
        return motion_of(name, fitted("vec", given))
    if name == "mirror":
        return motion_of(name, fitted("mirrorPlane basePointVector", given, mirrorPlane="XY", basePointVector=ORIGIN))
    values = fitted("startVector endVector angleDegrees", given)
    return motion_of(
        "rotate",
        {
            "axisStartPoint": values["startVector"],
            "axisEndPoint": values["endVector"],
            "angleDegrees": values["angleDegrees"],
        },
    )


def _body_method(own: Body, name: str, given: Arguments) -> Thing:
    if name in ("moved", "located", "move", "translate", "rotate", "mirror"):
        return moved(own, _motion(name, given))
    others = [body for value in given.get("", ()) for body in bodies_of(value)] if name in _JOINING else []
    if name in ("fuse", "__add__"):
        return united(own, *others)
    if name in ("cut", "__sub__"):
        return cut(own, *others)
    if name in ("intersect", "__mul__"):
        return common(own, united(*others))
    if name in ("clean", "fix", "copy", "Solid"):
        return own
    if name in ("fillet", "chamfer"):
        return _eased(own, name, given)
    raise UnsupportedConstruct(f"{name} of a body")


_JOINING = frozenset("fuse cut intersect __add__ __sub__ __mul__".split())


def _eased(own: Body, name: str, given: Arguments) -> Body:
    names = "radius edgeList" if name == "fillet" else "length length2 edgeList"
    values = fitted(names, given, **({} if name == "fillet" else {"length2": None}))
    edges = values["edgeList"]
    if not isinstance(edges, tuple) or not all(isinstance(edge, Edge) for edge in edges):
        edges = topology_of(own).edges if edges == "edges" else None
    if edges is None:
        raise UnsupportedConstruct("edges that are not known")
    size = number(values["radius" if name == "fillet" else "length"])
    return roundings.eased(own, edges, size, chamfer=name == "chamfer")


def assembled(own: Body, given: Arguments) -> Body:
    """An assembly with one more part."""
    values = fitted("obj name loc color", given, name=None, loc=None, color=None)
    added = loose(*bodies_of(values["obj"]))
    if values["loc"] is not None:
        if not isinstance(values["loc"], Frame):
            raise UnsupportedConstruct("a place of another kind")
        added = moved(added, _to_frame(values["loc"]))
    return loose(own, added)
