"""Closed outlines in a plane: circles and polygons, and what becomes of their corners and sides.

Arcs and splines are polygons of short sides. How outlines come about is `sketch_calls`; bodies are `bodies`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from resources.domains.cad_modeling.prediction.simulator.geometry import Pair
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

Array = np.ndarray[Any, Any]
Extent = tuple[float, float, float, float]
"""The least x and y, and the greatest."""
CIRCLE_SIDES = 64
"""Corners of a whole circle; all of them lie on it, four along the axes."""


@dataclass(frozen=True)
class Outline:
    """A polygon through `points`, or, where `radius` is not 0, a circle about the only one. `marks` number the sides by
    the curve that they are of; without, each is one of its own."""

    points: tuple[Pair, ...]
    radius: float = 0.0
    marks: tuple[int, ...] = ()

    @cached_property
    def extent(self) -> Extent:
        across, up = zip(*self.points, strict=True)
        r = self.radius
        return (min(across) - r, min(up) - r, max(across) + r, max(up) + r)

    @property
    def middle(self) -> Pair:
        left, low, right, high = self.extent
        return ((left + right) / 2, (low + high) / 2)

    @property
    def thin(self) -> bool:
        """Of no width, to the eye of OCCT."""
        left, low, right, high = self.extent
        return min(right - left, high - low) < 1e-6

    @property
    def side_marks(self) -> tuple[int, ...]:
        return self.marks or tuple(range(len(self.points)))

    @cached_property
    def area(self) -> float:
        """Of a polygon; positive where it runs counter-clockwise."""
        x, y = np.array(self.points).T
        return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)

    @property
    def reversed(self) -> "Outline":
        """A polygon, run through the other way, from the same corner."""
        points, marks = self.points, self.side_marks
        return Outline((points[0], *points[:0:-1]), marks=marks[::-1])

    def moved(self, x: float, y: float, degrees: float = 0.0) -> "Outline":
        cosine, sine = _turn(degrees)
        points = ((x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in self.points)
        return Outline(tuple(points), self.radius, self.marks)

    def polygon(self) -> "Outline":
        """Itself as a polygon."""
        if not self.radius:
            return self
        x, y = self.points[0]
        around = tuple((x + a, y + b) for a, b in _round(self.radius, CIRCLE_SIDES))
        return Outline(around, marks=(0,) * CIRCLE_SIDES)

    def surrounds(self, other: "Outline") -> bool:
        """Whether a polygon has another's first corner and middle of a side inside."""
        (a, b), (c, d) = other.points[0], other.points[1]
        x, y = np.array([a, (a + c) / 2]), np.array([b, (b + d) / 2])
        return bool(_inside(np.array(self.points), x, y).all())


def _turn(degrees: float) -> Pair:
    """Cosine and sine, exact for quarter turns."""
    quarters, rest = divmod(degrees, 90.0)
    if not rest:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def _inside(corners: Array, x: Array, y: Array) -> Array:
    """By the parity of sides to the right."""
    filled = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
    for (ax, ay), (bx, by) in zip(corners, np.roll(corners, -1, 0), strict=True):
        if ay != by:
            filled ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) * ((bx - ax) / (by - ay)))
    return filled


def circle(radius: float, x: float = 0.0, y: float = 0.0) -> Outline:
    return Outline(((x, y),), abs(radius))


def rectangle(width: float, height: float, x: float = 0.0, y: float = 0.0) -> Outline:
    a, b = width / 2, height / 2
    return Outline(((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)))


def polygon(sides: int, diameter: float, circumscribed: bool) -> Outline:
    step = 2 * math.pi / sides
    radius = diameter / 2 / (math.cos(step / 2) if circumscribed else 1.0)
    first = step / 2 if circumscribed else 0.0
    return Outline(
        tuple((radius * math.cos(first + step * i), radius * math.sin(first + step * i)) for i in range(sides))
    )


def ellipse(x: float, y: float, degrees: float) -> Outline:
    around = tuple((a * x, b * y) for a, b in _round(1.0, CIRCLE_SIDES))
    return Outline(around, marks=(0,) * CIRCLE_SIDES).moved(0.0, 0.0, degrees)


def slot(length: float, diameter: float, degrees: float) -> Outline:
    """`length` is over all."""
    reach, radius, half = (length - diameter) / 2, diameter / 2, CIRCLE_SIDES // 2
    right = [(reach + a, b) for a, b in _round(radius, half, -90.0, 180.0)]
    left = [(-reach + a, b) for a, b in _round(radius, half, 90.0, 180.0)]
    marks = (*(0,) * half, 1, *(2,) * half, 3)
    return Outline((*right, *left), marks=marks).moved(0.0, 0.0, degrees)


@lru_cache(maxsize=64)
def _round(radius: float, sides: int, first: float = 0.0, degrees: float = 360.0) -> tuple[Pair, ...]:
    """Points of an arc, for a whole turn without the last."""
    count = sides if degrees == 360.0 else sides + 1
    turns = [_turn(first + degrees * i / sides) for i in range(count)]
    return tuple((radius * cosine, radius * sine) for cosine, sine in turns)


def drawn_in(outline: Outline, step: float) -> Outline:
    """Drawn in by a step on every side, with as many corners. Raises UnsupportedConstruct where a side would turn
    around."""
    if outline.radius:
        if outline.radius <= step:
            raise UnsupportedConstruct("an outline drawn in to nothing")
        return replace(outline, radius=outline.radius - step)
    flat = outline if outline.area > 0 else outline.reversed
    points = np.array(flat.points)
    ways = np.roll(points, -1, 0) - points
    lengths = np.linalg.norm(ways, axis=1)
    ways /= np.maximum(lengths, 1e-12)[:, None]
    inward = np.stack([-ways[:, 1], ways[:, 0]], axis=1)
    before, own = np.roll(inward, 1, 0), inward
    shift = (before + own) / np.maximum(1 + (before * own).sum(1), 1e-6)[:, None]
    drawn = points + step * shift
    if (((np.roll(drawn, -1, 0) - drawn) * ways).sum(1) < -1e-9).any():
        raise UnsupportedConstruct("an outline drawn in beyond its sides")
    result = Outline(tuple((float(x), float(y)) for x, y in drawn), marks=flat.marks)
    return result if outline.area > 0 else result.reversed


def arc(start: Pair, middle: Pair, end: Pair) -> tuple[Pair, ...]:
    """Points after `start` of the arc through three points; a straight line where they lie on one."""
    (ax, ay), (bx, by), (cx, cy) = start, middle, end
    double = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(double) < 1e-12 * (1 + max(map(abs, (*start, *middle, *end)))) ** 2:
        return (end,)
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / double
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / double
    full, first = 2 * math.pi, math.atan2(ay - y, ax - x)
    turn = (math.atan2(cy - y, cx - x) - first) % full
    if (math.atan2(by - y, bx - x) - first) % full > turn:
        turn -= full
    return (*round_about((x, y), start, turn)[:-1], end)


def round_about(centre: Pair, start: Pair, turn: float) -> tuple[Pair, ...]:
    """Points after `start` of the arc about a centre, `turn` radians long."""
    (x, y), (ax, ay) = centre, start
    radius, first = math.dist(centre, start), math.atan2(ay - y, ax - x)
    count = max(2, math.ceil(CIRCLE_SIDES * abs(turn) / (2 * math.pi) - 1e-9))
    angles = [first + turn * i / count for i in range(1, count + 1)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def eased(outline: Outline, size: float, corners: Sequence[int] | None = None, *, chamfer: bool = False) -> Outline:
    """A polygon with some corners (all, without) rounded or cut off; corners within a curve stay. Raises
    UnsupportedConstruct where there is no room."""
    flat, marks = outline.points, outline.side_marks
    count = len(flat)
    points: list[Pair] = []
    sides: list[int] = []
    new = max(marks) + 1
    room = [math.dist(flat[i], flat[(i + 1) % count]) for i in range(count)]
    for place, own in enumerate(flat):
        before, after = flat[place - 1], flat[(place + 1) % count]
        chosen = corners is None or place in corners
        cut_points = _corner(before, own, after, size, chamfer=chamfer) if chosen else ()
        if not cut_points or (marks[place - 1] == marks[place] and marks.count(marks[place]) > 1):
            points.append(own)
            sides.append(marks[place])
            continue
        away = math.dist(cut_points[0], own)
        room[place - 1] -= away
        room[place] -= away
        points += cut_points
        sides += [new] * (len(cut_points) - 1) + [marks[place]]
        new += 1
    if min(room) < -1e-9:
        raise UnsupportedConstruct("a corner without room")
    return Outline(tuple(points), marks=tuple(sides))


def _corner(before: Pair, own: Pair, after: Pair, size: float, *, chamfer: bool) -> tuple[Pair, ...]:
    """The points that stand for a corner; none where the way goes straight on."""
    ways = [np.array(other) - np.array(own) for other in (before, after)]
    one, other = (way / (np.linalg.norm(way) or 1.0) for way in ways)
    cosine = float(one @ other)
    if abs(cosine) > 1 - 1e-9:
        return ()
    half = math.acos(cosine) / 2
    away = size if chamfer else size / math.tan(half)
    start, end = (tuple(map(float, np.array(own) + away * way)) for way in (one, other))
    if chamfer:
        return ((start[0], start[1]), (end[0], end[1]))
    middle = np.array(own) + (one + other) / np.linalg.norm(one + other) * (size / math.sin(half))
    turn = math.pi - 2 * half
    sign = 1.0 if one[0] * other[1] - one[1] * other[0] < 0 else -1.0
    first = (start[0], start[1])
    return (first, *round_about((float(middle[0]), float(middle[1])), first, sign * turn))


def crosses(outline: Outline) -> bool:
    """Whether a polygon's sides meet properly between their ends."""
    if outline.radius or not 4 <= len(outline.points) <= 400:
        return False
    a = np.array(outline.points)
    b = np.roll(a, -1, 0)
    side = b - a

    def turns(points: Array) -> Array:
        """For side i and point j, on which side of it the point is."""
        away = points[None] - a[:, None]
        sides: Array = side[:, None, 0] * away[..., 1] - side[:, None, 1] * away[..., 0]
        return sides

    apart = turns(a) * turns(b) < 0
    return bool((apart & apart.T).any())
