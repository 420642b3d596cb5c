"""Closed outlines in a plane: circles and polygons, where they lie, and which points are inside.

Arcs and splines are polygons of short sides. How outlines come about is `sketching`; bodies are `solids`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from resources.domains.cad_modeling.prediction.simulator.geometry import Pair

Array = np.ndarray[Any, Any]
Extent = tuple[float, float, float, float]
"""The least x and y, and the greatest."""
ARC_SIDES = 12


@dataclass(frozen=True)
class Outline:
    """A polygon through `points`, or, where `radius` is not 0, a circle about the only one."""

    points: tuple[Pair, ...]
    radius: float = 0.0

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

    def moved(self, x: float, y: float, degrees: float = 0.0) -> "Outline":
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        points = ((x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in self.points)
        return Outline(tuple(points), self.radius)

    def sides(self, count: int) -> "Outline":
        """Itself as a polygon."""
        if not self.radius:
            return self
        x, y = self.points[0]
        return Outline(tuple((x + a, y + b) for a, b in _round(self.radius, count)))

    def inside(self, x: Array, y: Array) -> Array:
        """Which of the points are inside. `x` and `y` may have sides of length one, which are broadcast late: what
        depends on one of them alone is as small as it is."""
        if self.radius:
            (a, b), r = self.points[0], self.radius
            within: Array = (x - a) ** 2 + (y - b) ** 2 < r * r
            return within
        return _inside(np.array(self.points), x, y)


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
    return Outline(tuple((a * x, b * y) for a, b in _round(1.0, 32))).moved(0.0, 0.0, degrees)


def slot(length: float, diameter: float, degrees: float) -> Outline:
    reach, radius = (length - diameter) / 2, diameter / 2
    right = [(reach + a, b) for a, b in _round(radius, 2 * ARC_SIDES, -90.0, 180.0)]
    left = [(-reach + a, b) for a, b in _round(radius, 2 * ARC_SIDES, 90.0, 180.0)]
    return Outline((*right, *left)).moved(0.0, 0.0, degrees)


@lru_cache(maxsize=64)
def _round(radius: float, sides: int, first: float = 0.0, degrees: float = 360.0) -> tuple[Pair, ...]:
    """Points of an arc, for a whole turn without the last."""
    count = sides if degrees == 360.0 else sides + 1
    angles = [math.radians(first + degrees * i / sides) for i in range(count)]
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def smaller(outline: Outline, step: float) -> Outline:
    """Drawn in by a step: exact for circles and for rectangles along the axes. Raises ZeroDivisionError for a line."""
    if outline.radius:
        return replace(outline, radius=max(outline.radius - step, 1e-6))
    left, low, right, high = outline.extent
    wide, tall = right - left, high - low
    if min(wide, tall) <= 0:
        raise ZeroDivisionError
    across, up = max(1 - 2 * step / wide, 1e-6), max(1 - 2 * step / tall, 1e-6)
    x, y = outline.middle
    return Outline(tuple((x + across * (a - x), y + up * (b - y)) for a, b in outline.points))


def arc(start: Pair, middle: Pair, end: Pair) -> tuple[Pair, ...]:
    """Points after `start` of the arc through three points; a straight line where they lie on one."""
    (ax, ay), (bx, by), (cx, cy) = start, middle, end
    double = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(double) < 1e-12 * (1 + max(map(abs, (*start, *middle, *end)))) ** 2:
        return (middle, end)
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / double
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / double
    radius, first = math.dist((x, y), start), math.atan2(ay - y, ax - x)
    turn, full = (math.atan2(cy - y, cx - x) - first) % (2 * math.pi), 2 * math.pi
    if (math.atan2(by - y, bx - x) - first) % full > turn:
        turn -= full
    angles = [first + turn * i / ARC_SIDES for i in range(1, ARC_SIDES)]
    return (*((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles), end)


@dataclass(frozen=True)
class Layer:
    """An outline and whether it bounds a hole."""

    outline: Outline
    hole: bool


@lru_cache(maxsize=2048)
def layers(outlines: tuple[Outline, ...]) -> tuple[Layer, ...]:
    """Outer outlines before their holes: an outline inside an odd number of others is a hole."""
    if len(outlines) == 1:
        return (Layer(outlines[0], False),)
    extents = np.array([outline.extent for outline in outlines])
    depths = [sum(_within(outlines, extents, place)) for place in range(len(outlines))]
    order = sorted(range(len(outlines)), key=depths.__getitem__)
    return tuple(Layer(outlines[place], depths[place] % 2 == 1) for place in order)


def _within(outlines: Sequence[Outline], extents: Array, place: int) -> list[bool]:
    """For each outline that may surround this one, whether it does."""
    left, low, right, high = extents[place]
    around = (extents[:, 0] <= left) & (extents[:, 1] <= low) & (extents[:, 2] >= right) & (extents[:, 3] >= high)
    around[place] = False
    x, y = np.array([outlines[place].middle]).T
    return [bool(outlines[other].inside(x, y)[0]) for other in np.flatnonzero(around)]


def crosses(outline: Outline) -> bool:
    """Whether a polygon's sides meet properly between their ends."""
    if outline.radius or not 4 <= len(outline.points) <= 150:
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
