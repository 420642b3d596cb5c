"""Patterns of places and kinds of holes, in words, as CadQuery calls and as cutting bodies; and Layout, which keeps
what is cut into a face apart. The face looks along +z."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.outlines import Outline
from resources.domains.cad_modeling.tasks.families.part import mm, point, stepped
from resources.domains.cad_modeling.tasks.families.solids import Point2

MARGIN = 2.5
"""The least material between two cuts, and between a cut and the outline, in mm."""
TRIES = 60


@dataclass(frozen=True)
class Pattern:
    """Places on a face: `words` follow a plural, `chain` a workplane whose origin is the face's."""

    words: str
    chain: str
    places: tuple[Point2, ...]


@dataclass(frozen=True)
class Hole:
    """A kind of hole: `words` is its plural, `call` its CadQuery call, `radius` its widest, `body` what it cuts at the
    origin of a face at height z."""

    words: str
    call: str
    radius: float
    body: Callable[[float], Manifold]

    def told(self, pattern: Pattern) -> str:
        """A sentence without its verb: "a through hole of 6 mm diameter at the origin"."""
        one = "a " + self.words.replace("holes", "hole", 1)
        return f"{self.words if len(pattern.places) > 1 else one} {pattern.words}"

    def cuts(self, pattern: Pattern, top: float) -> list[Manifold]:
        return [self.body(top).translate([*place, 0.0]) for place in pattern.places]


class Layout:
    """What of a face is taken."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._taken: list[tuple[Point2, float]] = []

    def fits(self, places: Sequence[Point2], radius: float) -> bool:
        apart = all(
            math.dist(one, other) >= 2 * radius + MARGIN
            for number, one in enumerate(places)
            for other in places[:number]
        )
        return apart and all(self._free(place, radius) for place in places)

    def take(self, places: Sequence[Point2], radius: float) -> None:
        self._taken.extend((place, radius) for place in places)

    def draw_pattern(self, rng: random.Random, radius: float) -> Pattern | None:
        """A pattern for which there is room, taken; None where none was found."""
        for _ in range(TRIES):
            pattern = rng.choice(_PATTERNS)(rng, *self._outline.half)
            if self.fits(pattern.places, radius):
                self.take(pattern.places, radius)
                return pattern
        return None

    def _free(self, place: Point2, radius: float) -> bool:
        inside = self._outline.clearance(place) >= radius + MARGIN
        return inside and all(math.dist(place, other) >= radius + taken + MARGIN for other, taken in self._taken)


def draw_hole(rng: random.Random, depth: float, largest: float = 14.0) -> Hole:
    """A hole into a body that is `depth` thick."""
    makers = [_through, _through, _counterbored, _countersunk]
    return rng.choice([*makers, _blind] if depth >= 6 else makers[:2])(rng, depth, largest)


def _through(rng: random.Random, depth: float, largest: float) -> Hole:
    diameter = stepped(rng, 4, largest, 0.5)
    return Hole(
        f"through holes of {mm(diameter)} mm diameter",
        f".hole({mm(diameter)})",
        diameter / 2,
        lambda top: _drill(diameter, top, depth + solids.BEYOND),
    )


def _blind(rng: random.Random, depth: float, largest: float) -> Hole:
    diameter, deep = stepped(rng, 4, largest, 0.5), stepped(rng, 2, depth - 2)
    return Hole(
        f"blind holes of {mm(diameter)} mm diameter, {mm(deep)} mm deep from above, with a flat bottom",
        f".hole({mm(diameter)}, {mm(deep)})",
        diameter / 2,
        lambda top: _drill(diameter, top, deep),
    )


def _counterbored(rng: random.Random, depth: float, largest: float) -> Hole:
    diameter = stepped(rng, 4, largest * 0.6, 0.5)
    wide, deep = diameter + stepped(rng, 3, 7), stepped(rng, 1.5, depth * 0.6, 0.5)
    return Hole(
        f"through holes of {mm(diameter)} mm diameter with a counterbore of {mm(wide)} mm diameter and {mm(deep)} mm "
        "depth from above",
        f".cboreHole({mm(diameter)}, {mm(wide)}, {mm(deep)})",
        wide / 2,
        lambda top: _drill(diameter, top, depth + solids.BEYOND) + _drill(wide, top, deep),
    )


def _countersunk(rng: random.Random, depth: float, largest: float) -> Hole:
    diameter = stepped(rng, 4, largest * 0.6, 0.5)
    angle = rng.choice((90, 90, 82, 60, 120))
    slope = math.tan(math.radians(angle / 2))
    wide = diameter + stepped(rng, 2, max(2.0, min(8.0, 2 * slope * (depth - 1.5) - 1)), 1)
    return Hole(
        f"through holes of {mm(diameter)} mm diameter, countersunk from above to {mm(wide)} mm diameter at the "
        f"surface with a full angle of {angle}°",
        f".cskHole({mm(diameter)}, {mm(wide)}, {angle})",
        wide / 2,
        lambda top: (
            _drill(diameter, top, depth + solids.BEYOND)
            + solids.rod(0.0, (0.0, 0.0, top - wide / 2 / slope), (0.0, 0.0, top), wide / 2)
        ),
    )


def _drill(diameter: float, top: float, deep: float) -> Manifold:
    return solids.rod(diameter / 2, (0.0, 0.0, top - deep), (0.0, 0.0, top + solids.BEYOND))


def _single(rng: random.Random, x: float, y: float) -> Pattern:
    place = (0.0, 0.0) if rng.random() < 0.4 else (stepped(rng, -x, x), stepped(rng, -y, y))
    words = "at the origin" if place == (0.0, 0.0) else f"at (x, y) = {point(*place)}"
    return Pattern(words, f".pushPoints([{point(*place)}])", (place,))


def _corners(rng: random.Random, x: float, y: float) -> Pattern:
    width, depth = stepped(rng, x * 0.6, 2 * x - 8, 2), stepped(rng, y * 0.6, 2 * y - 8, 2)
    width, depth = float(round(width)), float(round(depth))
    places = [(i * width / 2, j * depth / 2) for i in (-1, 1) for j in (-1, 1)]
    return Pattern(
        f"at the four corners of a rectangle of {mm(width)} mm along x by {mm(depth)} mm along y, centred on the "
        "origin",
        f".rect({mm(width)}, {mm(depth)}, forConstruction=True).vertices()",
        tuple(places),
    )


def _circle(rng: random.Random, x: float, y: float) -> Pattern:
    count, first = rng.choice((3, 4, 5, 6, 8)), rng.choice((0, 0, 30, 45, 90))
    diameter = float(round(stepped(rng, min(x, y) * 0.7, 2 * min(x, y) - 8, 2)))
    turns = [math.radians(first + 360 * place / count) for place in range(count)]
    start = "on the positive x axis" if first == 0 else f"{first}° counterclockwise from the positive x axis"
    return Pattern(
        f"evenly spaced on a circle of {mm(diameter)} mm diameter about the origin, {count} of them, the first {start}",
        f".polarArray({mm(diameter / 2)}, {first}, 360, {count})",
        tuple((diameter / 2 * math.cos(turn), diameter / 2 * math.sin(turn)) for turn in turns),
    )


def _grid(rng: random.Random, x: float, y: float) -> Pattern:
    columns, rows = rng.choice(((2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (5, 3), (3, 1), (4, 1), (1, 3), (2, 1)))
    step_x = float(round(stepped(rng, 10, max(12.0, 2 * x / columns))))
    step_y = float(round(stepped(rng, 10, max(12.0, 2 * y / rows))))
    places = [
        ((column - (columns - 1) / 2) * step_x, (row - (rows - 1) / 2) * step_y)
        for column in range(columns)
        for row in range(rows)
    ]
    if rows == 1:
        words = f"in a row along x of {columns}, {mm(step_x)} mm apart, centred on the origin"
    elif columns == 1:
        words = f"in a row along y of {rows}, {mm(step_y)} mm apart, centred on the origin"
    else:
        words = (
            f"in a grid of {columns} along x by {rows} along y, {mm(step_x)} mm apart in x and {mm(step_y)} mm apart "
            "in y, centred on the origin"
        )
    return Pattern(words, f".rarray({mm(step_x)}, {mm(step_y)}, {columns}, {rows})", tuple(places))


def _listed(rng: random.Random, x: float, y: float) -> Pattern:
    places = [(stepped(rng, -x, x), stepped(rng, -y, y)) for _ in range(rng.choice((2, 3)))]
    places = [(float(round(a)), float(round(b))) for a, b in places]
    told = [point(*place) for place in places]
    return Pattern(f"at (x, y) = {', '.join(told)}", f".pushPoints([{', '.join(told)}])", tuple(places))


_PATTERNS: tuple[Callable[[random.Random, float, float], Pattern], ...] = (
    _single,
    _corners,
    _circle,
    _grid,
    _listed,
)
