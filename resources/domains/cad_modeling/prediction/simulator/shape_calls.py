"""Things of CadQuery's that are no Workplanes: vectors, places, planes, wires, solids, sketches and assemblies."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from resources.domains.cad_modeling.prediction.simulator import roundings, selectors
from resources.domains.cad_modeling.prediction.simulator.bodies import (
    EMPTY,
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
    Curve,
    Wire,
    count,
    number,
    pair,
    triple,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import (
    ORIGIN,
    Frame,
    Motion,
    Triple,
    cross,
    dot,
    facing,
    named,
    plus,
    rotation,
    translation,
    unit,
)
from resources.domains.cad_modeling.prediction.simulator.outlines import (
    Outline,
    arc,
    circle,
    eased,
    polygon,
    rectangle,
    slot,
)
from resources.domains.cad_modeling.prediction.simulator.placement import carried, motion_of
from resources.domains.cad_modeling.prediction.simulator.solid_calls import bodies_of, cone, gathered, lofted
from resources.domains.cad_modeling.prediction.simulator.sweeps import helix
from resources.domains.cad_modeling.prediction.simulator.topology import Edge, topology_of
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Thing = Any
Choice = Callable[[list[Any]], list[Any]]


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


@dataclass(frozen=True, eq=False)
class Sketch:
    """Faces as a slab from z = 0 to z = 1; `outlines` where they are outlines and holes in them; `spots` are where the
    next one is put, `corners` which corners are chosen; `path` are lines not yet assembled."""

    slab: Body = EMPTY
    outlines: tuple[Outline, ...] | None = ()
    spots: tuple[Frame, ...] = ()
    corners: bool = False
    path: tuple[tuple[float, float], ...] = ()
    marks: tuple[int, ...] = ()
    plane: Frame = field(default_factory=Frame)
    home: Chain | None = None

    @property
    def area(self) -> Area:
        return Area(self.plane, self.slab, self.outlines)


def sketch_method(own: Sketch, name: str, given: Arguments) -> Thing:
    """A method of a sketch."""
    if name in _DRAWN_ON:
        shape, mode, angle = _DRAWN_ON[name](given)
        return _added(own, [_turned_on(spot, shape, angle) for spot in own.spots or (Frame(),)], mode)
    if name in ("segment", "arc", "polyline"):
        return _lines(own, name, given)
    if name in _STEPS:
        return _STEPS[name](own, given)
    raise UnsupportedConstruct(f"Sketch.{name}")


def _turned_on(spot: Frame, shape: Outline, angle: float) -> Outline:
    degrees = math.degrees(math.atan2(spot.x[1], spot.x[0])) + angle
    return shape.moved(spot.origin[0], spot.origin[1], round(degrees, 9))


def _added(own: Sketch, shapes: Sequence[Outline], mode: str) -> Sketch:
    slabs = [prism(Frame(), [shape], 0.0, 1.0) for shape in shapes]
    if mode == "a":
        slab = united(own.slab, *slabs) if own.slab.parts else united(*slabs)
        outlines = tuple(shapes) if not own.slab.parts and len(shapes) == 1 else None
    elif mode == "s":
        slab = cut(own.slab, *slabs)
        outlines = None if own.outlines is None else (*own.outlines, *shapes)
    elif mode == "i":
        slab, outlines = common(own.slab, united(*slabs)), None
    else:
        raise UnsupportedConstruct("a sketch's mode")
    return replace(own, slab=slab, outlines=outlines, corners=False)


def _circle_on(given: Arguments) -> tuple[Outline, str, float]:
    values = fitted("r mode tag", given, mode="a", tag=None)
    return circle(number(values["r"])), values["mode"], 0.0


def _rect_on(given: Arguments) -> tuple[Outline, str, float]:
    values = fitted("w h angle mode tag", given, angle=0, mode="a", tag=None)
    return rectangle(number(values["w"]), number(values["h"])), values["mode"], number(values["angle"])


def _polygon_on(given: Arguments) -> tuple[Outline, str, float]:
    values = fitted("r n angle mode tag", given, angle=0, mode="a", tag=None)
    shape = polygon(count(values["n"]), 2 * number(values["r"]), circumscribed=False)
    # CadQuery's own begins on the y axis.
    return shape.moved(0.0, 0.0, 90.0), values["mode"], number(values["angle"])


def _slot_on(given: Arguments) -> tuple[Outline, str, float]:
    values = fitted("w h angle mode tag", given, angle=0, mode="a", tag=None)
    width, height = number(values["w"]), number(values["h"])
    return slot(width + height, height, 0.0), values["mode"], number(values["angle"])


def _points_on(given: Arguments) -> tuple[Outline, str, float]:
    values = fitted("pts angle mode tag", given, angle=0, mode="a", tag=None)
    points = [pair(point) for point in values["pts"]]
    if len(points) < 3 or math.dist(points[0], points[-1]) > 1e-9:
        raise UnsupportedConstruct("a polygon that is not closed")
    return Outline(tuple(points[:-1])), values["mode"], number(values["angle"])


_DRAWN_ON: Mapping[str, Callable[[Arguments], tuple[Outline, str, float]]] = {
    "circle": _circle_on,
    "rect": _rect_on,
    "regularPolygon": _polygon_on,
    "slot": _slot_on,
    "polygon": _points_on,
}


def _pushed(own: Sketch, given: Arguments) -> Sketch:
    values = fitted("locs tag", given, tag=None)
    spots = tuple(loc if isinstance(loc, Frame) else Frame(triple(loc)) for loc in values["locs"])
    return replace(own, spots=spots)


def _in_rows(own: Sketch, given: Arguments) -> Sketch:
    values = fitted("xs ys nx ny", given)
    columns, rows = count(values["nx"]), count(values["ny"])
    wide, high = number(values["xs"]), number(values["ys"])
    spots = tuple(
        Frame((wide * (i - (columns - 1) / 2), high * (j - (rows - 1) / 2), 0.0))
        for i in range(columns)
        for j in range(rows)
    )
    return replace(own, spots=spots)


def _in_rounds(own: Sketch, given: Arguments) -> Sketch:
    values = fitted("r a1 da n rotate", given, rotate=True)
    many, span = count(values["n"]), number(values["da"])
    step = span / many if abs(math.remainder(span, 360)) < 1e-6 else span / max(1, many - 1)
    spots = []
    for place in range(many):
        degrees = number(values["a1"]) + step * place
        turn = rotation(ORIGIN, (0.0, 0.0, 1.0), degrees).frame(Frame())
        at = plus(ORIGIN, turn.x, number(values["r"]))
        spots.append(turn.at(at) if values["rotate"] else Frame(at))
    return replace(own, spots=tuple(spots))


def _reset(own: Sketch, _given: Arguments) -> Sketch:
    return replace(own, spots=(), corners=False)


def _chosen_corners(own: Sketch, given: Arguments) -> Sketch:
    if given.get("") or set(given) - {""}:
        raise UnsupportedConstruct("a choice of a sketch's corners")
    return replace(own, corners=True)


def _eased_sketch(own: Sketch, given: Arguments, *, chamfer: bool) -> Sketch:
    values = fitted("d", given)
    if not own.corners or own.outlines is None or len(own.outlines) != 1:
        raise UnsupportedConstruct("corners of a sketch that are not known")
    shape = eased(own.outlines[0], number(values["d"]), chamfer=chamfer)
    return replace(own, slab=prism(Frame(), [shape], 0.0, 1.0), outlines=(shape,))


def _lines(own: Sketch, name: str, given: Arguments) -> Sketch:
    points = [pair(point) for point in given.get("", ()) if isinstance(point, tuple)]
    if set(given) - {""} or len(points) != len(given.get("", ())):
        raise UnsupportedConstruct(f"Sketch.{name} of another kind")
    wanted = 3 if name == "arc" else 2
    if len(points) == wanted - 1 and own.path:
        points = [own.path[-1], *points]
    if len(points) != wanted or (own.path and math.dist(own.path[-1], points[0]) > 1e-6):
        raise UnsupportedConstruct("lines of a sketch that do not go on")
    drawn = arc(points[0], points[1], points[2]) if name == "arc" else (points[1],)
    mark = own.marks[-1] + 1 if own.marks else 0
    return replace(own, path=(*(own.path or points[:1]), *drawn), marks=(*own.marks, *(mark,) * len(drawn)))


def _closed_lines(own: Sketch, _given: Arguments) -> Sketch:
    if math.dist(own.path[0], own.path[-1]) < 1e-6:
        return own
    return replace(own, path=(*own.path, own.path[0]), marks=(*own.marks, own.marks[-1] + 1))


def _assembled(own: Sketch, given: Arguments) -> Sketch:
    values = fitted("mode tag", given, mode="a", tag=None)
    if len(own.path) < 3 or math.dist(own.path[0], own.path[-1]) > 1e-6:
        raise UnsupportedConstruct("lines of a sketch that do not close")
    shape = Outline(own.path[:-1], marks=own.marks)
    return replace(_added(own, [shape], values["mode"]), path=(), marks=())


def _finalized(own: Sketch, _given: Arguments) -> Chain:
    if own.home is None:
        raise UnsupportedConstruct("a sketch of no workplane")
    return replace(own.home, items=(own.area,))


_STEPS: Mapping[str, Callable[[Sketch, Arguments], Thing]] = {
    "push": _pushed,
    "rarray": _in_rows,
    "parray": _in_rounds,
    "reset": _reset,
    "vertices": _chosen_corners,
    "fillet": lambda own, given: _eased_sketch(own, given, chamfer=False),
    "chamfer": lambda own, given: _eased_sketch(own, given, chamfer=True),
    "close": _closed_lines,
    "assemble": _assembled,
    "clean": lambda own, _given: own,
    "finalize": _finalized,
}


def assembled(own: Body, given: Arguments) -> Body:
    """An assembly with one more part."""
    values = fitted("obj name loc color", given, name=None, loc=None, color=None)
    added = loose(*bodies_of(values["obj"]))
    if values["loc"] is not None:
        if not isinstance(values["loc"], Frame):
            raise UnsupportedConstruct("a place of another kind")
        added = moved(added, _to_frame(values["loc"]))
    return loose(own, added)
