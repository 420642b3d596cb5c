"""What a chain of Workplane calls has in hand: what lies on the stack, pending wires, whether there is a solid.

For telling, without geometry, which call CadQuery refuses and whether a solid comes out. Sizes are looked at only
where a single call is impossible (a circle of radius zero, a line to where it begins). Only what is certain is said.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

Arguments = Mapping[str, Any]
Point = tuple[float, float] | None


@dataclass(frozen=True)
class State:
    """`stack`: none, points, vertices, edges, wires, faces, solid, or "" for unknown. `wires` are pending, `flat` of
    them rectangles of no width, and `edges`; `place` is where a line goes on from, in the workplane; `sure` is lost
    where a call is not modelled."""

    stack: str = ""
    wires: int = 0
    flat: int = 0
    edges: bool = False
    solid: bool = False
    place: Point = None
    sure: bool = False


START = State("none", place=(0.0, 0.0), sure=True)

_SELECTOR = re.compile(
    r"(?:[<>|#+-]|<<|>>)?\s*(?:XY|XZ|YZ|X|Y|Z)\s*(?:\[\s*-?\s*\d+\s*\])?|%\s*[A-Za-z]+"
    r"|front|back|left|right|top|bottom"
)

_NO_EDGE = re.compile(r"%\s*(?:SPHERE|PLANE|CYLINDER|CONE|TORUS|EXTRUSION|REVOLUTION)")


class Refused(Exception):
    """CadQuery raises here. `args[0]` says why, in a word."""


_BODIES = frozenset("box sphere cylinder wedge text interpPlate".split())
_OUTLINES = frozenset("circle rect polygon ellipse slot2D".split())
_LINES = frozenset(
    "lineTo line hLine hLineTo vLine vLineTo polarLine polarLineTo polyline spline bezier threePointArc sagittaArc"
    " radiusArc tangentArcPoint ellipseArc splineApprox".split()
)
_SWEPT = frozenset("extrude revolve sweep twistExtrude loft".split())
_CUTS = frozenset("cutBlind cutThruAll".split())
_HOLES = frozenset("hole cboreHole cskHole".split())
_POINTS = frozenset("pushPoints rarray polarArray center moveTo move".split())
_SELECTIONS = frozenset("faces edges vertices wires solids shells compounds".split())
_KEPT = frozenset("translate rotate mirror rotateAboutCenter tag clean first last item filter sort".split())
_POSITIVE: Mapping[str, tuple[str, ...]] = {
    "box": ("length", "width", "height"),
    "circle": ("radius",),
    "sphere": ("radius",),
    "cylinder": ("height", "radius"),
    "hole": ("diameter",),
    "cboreHole": ("diameter", "cboreDiameter"),
    "cskHole": ("diameter", "cskDiameter"),
    "fillet": ("radius",),
    "chamfer": ("length",),
}
"""Lengths that OCCT refuses where they are zero or negative."""
_NOT_ZERO: Mapping[str, tuple[str, ...]] = {
    "extrude": ("until",),
    "cutBlind": ("until",),
    "twistExtrude": ("distance",),
    "polygon": ("diameter",),
}


def after(state: State, name: str, arguments: Arguments) -> State:
    """The state after a call. Raises Refused where CadQuery certainly raises."""
    _sizes(name, arguments)
    _selector(state, name, arguments)
    if name in _BODIES:
        return replace(state, stack="solid", solid=True, wires=0 if name == "interpPlate" else state.wires)
    if name in _OUTLINES:
        pending = 0 if arguments.get("forConstruction") else 1
        flat = name == "rect" and 0 in (arguments.get("xLen"), arguments.get("yLen"))
        return replace(state, stack="wires", wires=state.wires + pending, flat=state.flat + pending * flat)
    if name in _LINES:
        return _line(state, name, arguments)
    if name in _SWEPT or name in _CUTS:
        return _swept(state, name, arguments)
    if name in _SELECTIONS:
        return _selected(state, name, arguments.get("selector"))
    if name in ("fillet", "chamfer", "shell") or name in _HOLES:
        return _needs_solid(state, name)
    if name in ("cut", "intersect") and state.sure and not state.solid:
        raise Refused("no solid")
    if name in ("union", "cut", "intersect", "combine", "split"):
        return replace(state, stack="solid", solid=True)
    return _planes(state, name, arguments)


def _planes(state: State, name: str, arguments: Arguments) -> State:
    """Calls that move the workplane, put points on the stack, or close outlines."""
    if name in _POINTS:
        return replace(state, stack="points", place=_moved(state, name, arguments))
    if name in ("workplane", "transformed", "workplaneFromTagged", "copyWorkplane"):
        return replace(state, stack="none", place=(0.0, 0.0))
    if name in ("close", "wire"):
        if state.sure and not state.edges:
            raise Refused("no edges to close")
        return replace(state, stack="wires", wires=state.wires + 1, edges=False)
    if name in ("offset2D", "toPending", "consolidateWires", "parametricCurve", "mirrorX", "mirrorY"):
        return replace(state, stack="wires", wires=state.wires + 1, edges=False, sure=False)
    return state if name in _KEPT else replace(state, stack="", solid=True, sure=False)


def _sizes(name: str, arguments: Arguments) -> None:
    for names, refused in ((_POSITIVE, "not positive"), (_NOT_ZERO, "zero")):
        for length in names.get(name, ()):
            value = arguments.get(length)
            if isinstance(value, str) and name not in ("extrude", "cutBlind"):
                raise Refused("text for a number")
            if isinstance(value, int | float) and (value <= 0 if refused == "not positive" else value == 0):
                raise Refused(refused)


def _selector(state: State, name: str, arguments: Arguments) -> None:
    """A selector's or plane's text that CadQuery cannot read; an index or a count that is no whole number."""
    text = arguments.get("selector")
    if name in _SELECTIONS and isinstance(text, str) and not is_selector(text):
        raise Refused("unknown selector")
    for key in ("xCount", "yCount", "nSides"):
        if isinstance(arguments.get(key), float):
            raise Refused("a fraction for a count")
    count = arguments.get("count")
    if name == "polarArray" and isinstance(count, int) and count < 1:
        raise Refused("nothing in the array")


def _selected(state: State, name: str, selector: object) -> State:
    """Edges are no spheres, and of nothing at all none is the first or the last."""
    text = selector if isinstance(selector, str) else ""
    empty = state.stack in ("none", "points") or (name == "faces" and state.stack in ("wires", "edges"))
    if state.sure and empty and text[:1] in ("<", ">"):
        raise Refused("nothing to select from")
    if name == "edges" and _NO_EDGE.search(text) and not re.search(r"\b(?:or|not|exc)", text):
        return replace(state, stack="none")
    return replace(state, stack={"solids": "solid"}.get(name, name))


@lru_cache(maxsize=512)
def is_selector(text: str) -> bool:
    """Whether every part of a selector's text, between and, or, not, exc and brackets, is in CadQuery's grammar."""
    if len(text) > 200 or "(" in text.replace(" (", "").lstrip("("):
        return True
    words = re.sub(r"\b(?:and|or|not|exc(?:ept)?)\b|[()]", "\n", text).split("\n")
    return any(words) and all(_SELECTOR.fullmatch(word.strip()) for word in words if word.strip())


def _line(state: State, name: str, arguments: Arguments) -> State:
    """Edges become pending; a spline or polyline may be told to be a wire."""
    start, end = state.place, _end(state, name, arguments)
    single = name not in ("polyline", "spline", "bezier", "splineApprox", "ellipseArc")
    if single and start and end and math.dist(start, end) < 1e-7:
        raise Refused("a line of no length")
    if arguments.get("makeWire"):
        return replace(state, stack="wires", wires=state.wires + 1, place=end)
    pending = not arguments.get("forConstruction")
    return replace(state, stack="edges", edges=state.edges or pending, place=end)


def _end(state: State, name: str, arguments: Arguments) -> Point:
    if name == "lineTo":
        return point((arguments.get("x"), arguments.get("y")))
    if name in ("threePointArc", "sagittaArc", "radiusArc"):
        return point(arguments.get("point2", arguments.get("endPoint")))
    points = arguments.get("listOfXYTuple")
    if isinstance(points, list | tuple) and points:
        return point(points[-1])
    place = state.place
    if place is None:
        return None
    across, up = (arguments.get(key) for key in ("xDist", "yDist")) if name == "line" else (0.0, 0.0)
    if name in ("hLine", "vLine"):
        length = arguments.get("distance")
        across, up = (length, 0.0) if name == "hLine" else (0.0, length)
    elif name in ("hLineTo", "vLineTo"):
        return point((arguments["xCoord"], place[1]) if name == "hLineTo" else (place[0], arguments["yCoord"]))
    elif name != "line":
        return None
    moved = point((across, up))
    return moved and (place[0] + moved[0], place[1] + moved[1])


def _moved(state: State, name: str, arguments: Arguments) -> Point:
    if name == "moveTo":
        return point((arguments.get("x"), arguments.get("y")))
    if name == "move":
        moved = point((arguments.get("xDist"), arguments.get("yDist")))
        return moved and state.place and (state.place[0] + moved[0], state.place[1] + moved[1])
    return (0.0, 0.0) if name == "center" else None


def point(value: object) -> Point:
    """The first two coordinates where they are numbers."""
    if isinstance(value, list | tuple) and len(value) >= 2:
        first, second = value[:2]
        if isinstance(first, int | float) and isinstance(second, int | float):
            return float(first), float(second)
    return None


def _swept(state: State, name: str, arguments: Arguments) -> State:
    needed = 2 if name == "loft" else 1
    if state.sure and state.wires < needed and state.stack not in ("faces", ""):
        raise Refused("no pending wires")
    if name in _CUTS and state.sure and not state.solid:
        raise Refused("no solid to cut")
    return replace(state, stack="solid", solid=True, wires=0, flat=0, place=None)


def _needs_solid(state: State, name: str) -> State:
    if state.sure and not state.solid:
        raise Refused("no solid")
    if name in ("fillet", "chamfer") and state.sure and state.stack in ("none", "points", "vertices"):
        raise Refused("no edges")
    return replace(state, stack="solid")
