"""CadQuery's Sketch: faces in a plane, drawn at spots, and what becomes of them."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from resources.domains.cad_modeling.prediction.simulator.bodies import (
    EMPTY,
    Body,
    common,
    cut,
    prism,
    united,
)
from resources.domains.cad_modeling.prediction.simulator.chain import (
    Area,
    Arguments,
    Chain,
    count,
    number,
    pair,
    triple,
)
from resources.domains.cad_modeling.prediction.simulator.geometry import (
    ORIGIN,
    Frame,
    plus,
    rotation,
)
from resources.domains.cad_modeling.prediction.simulator.made_shapes import Thing, fitted
from resources.domains.cad_modeling.prediction.simulator.outlines import (
    Outline,
    arc,
    circle,
    eased,
    polygon,
    rectangle,
    slot,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct


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
