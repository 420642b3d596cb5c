"""Where things lie: right-handed frames, the motions that carry them, planes by their CadQuery names, and boxes.

Plain tuples of numbers. What lies in a frame is `outlines` and `solids`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

Triple = tuple[float, float, float]
Pair = tuple[float, float]
ORIGIN: Triple = (0.0, 0.0, 0.0)


def plus(one: Triple, other: Triple, times: float = 1.0) -> Triple:
    return (one[0] + times * other[0], one[1] + times * other[1], one[2] + times * other[2])


def dot(one: Triple, other: Triple) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: Triple, other: Triple) -> Triple:
    (a, b, c), (d, e, f) = one, other
    return (b * f - c * e, c * d - a * f, a * e - b * d)


def unit(vector: Triple) -> Triple:
    """Raises ZeroDivisionError for a vector of no length."""
    length = math.hypot(*vector)
    return (vector[0] / length, vector[1] / length, vector[2] / length)


@dataclass(frozen=True)
class Frame:
    """`x`, `y` and `z` are unit vectors of the world; a mirrored frame is left-handed."""

    origin: Triple = ORIGIN
    x: Triple = (1.0, 0.0, 0.0)
    y: Triple = (0.0, 1.0, 0.0)
    z: Triple = (0.0, 0.0, 1.0)

    def world(self, x: float, y: float, z: float = 0.0) -> Triple:
        return plus(plus(plus(self.origin, self.x, x), self.y, y), self.z, z)

    def local(self, point: Triple) -> Triple:
        away = plus(point, self.origin, -1.0)
        return (dot(away, self.x), dot(away, self.y), dot(away, self.z))

    def shifted(self, x: float, y: float, z: float = 0.0) -> "Frame":
        return Frame(self.world(x, y, z), self.x, self.y, self.z)

    def at(self, origin: Triple) -> "Frame":
        return Frame(origin, self.x, self.y, self.z)


@dataclass(frozen=True)
class Motion:
    """A point p goes to rows · p + shift."""

    rows: tuple[Triple, Triple, Triple]
    shift: Triple = ORIGIN

    def turned(self, vector: Triple) -> Triple:
        return (dot(self.rows[0], vector), dot(self.rows[1], vector), dot(self.rows[2], vector))

    def point(self, point: Triple) -> Triple:
        return plus(self.turned(point), self.shift)

    def frame(self, frame: Frame) -> Frame:
        return Frame(self.point(frame.origin), self.turned(frame.x), self.turned(frame.y), self.turned(frame.z))


_UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def translation(vector: Triple) -> Motion:
    return Motion(_UNIT, vector)


def rotation(start: Triple, axis: Triple, degrees: float) -> Motion:
    """About a line through `start`. Raises ZeroDivisionError for an axis of no length."""
    axis, angle = unit(axis), math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)

    def turned(vector: Triple) -> Triple:
        along = dot(axis, vector) * (1 - cosine)
        straight = (cosine * vector[0], cosine * vector[1], cosine * vector[2])
        return plus(plus(straight, cross(axis, vector), sine), axis, along)

    columns = [turned(vector) for vector in _UNIT]
    rows = tuple((columns[0][i], columns[1][i], columns[2][i]) for i in range(3))
    turn = Motion((rows[0], rows[1], rows[2]))
    return Motion(turn.rows, plus(start, turn.point(start), -1.0))


def reflection(normal: Triple, base: Triple) -> Motion:
    """In a plane. Raises ZeroDivisionError for a normal of no length."""
    normal = unit(normal)
    a, b, c = (plus(vector, normal, -2 * dot(vector, normal)) for vector in _UNIT)
    away = 2 * dot(base, normal)
    return Motion((a, b, c), (away * normal[0], away * normal[1], away * normal[2]))


_X, _Y, _Z = _UNIT
_NAMED: Mapping[str, tuple[Triple, Triple]] = {
    "XY": (_X, _Z),
    "YZ": (_Y, _X),
    "ZX": (_Z, _Y),
    "XZ": (_X, (0.0, -1.0, 0.0)),
    "YX": (_Y, (0.0, 0.0, -1.0)),
    "ZY": (_Z, (-1.0, 0.0, 0.0)),
    "front": (_X, _Z),
    "back": ((-1.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
    "left": (_Z, (-1.0, 0.0, 0.0)),
    "right": ((0.0, 0.0, -1.0), _X),
    "top": (_X, _Y),
    "bottom": (_X, (0.0, -1.0, 0.0)),
}
"""Direction of x, and the normal."""


def named(name: str, origin: Triple = ORIGIN) -> Frame | None:
    """A plane of CadQuery's; None for a name that it does not know."""
    axes = _NAMED.get(name)
    return None if axes is None else facing(axes[1], origin, axes[0])


def facing(normal: Triple, origin: Triple, x: Triple | None = None) -> Frame:
    """A frame on a face: without `x` its x is level, as `Workplane.workplane` has it."""
    if x is None:
        x = cross(_Z, normal)
        x = unit(x) if math.hypot(*x) > 1e-4 else _X
    return Frame(origin, x, cross(normal, x), normal)


@dataclass(frozen=True)
class Box:
    """`low` and `high` corner; nothing where a side is not positive."""

    low: Triple
    high: Triple

    @property
    def empty(self) -> bool:
        return any(b <= a for a, b in zip(self.low, self.high, strict=True))

    @property
    def middle(self) -> Triple:
        (a, b, c), (d, e, f) = self.low, self.high
        return ((a + d) / 2, (b + e) / 2, (c + f) / 2)

    @property
    def size(self) -> Triple:
        (a, b, c), (d, e, f) = self.low, self.high
        return (d - a, e - b, f - c)

    def hull(self, other: "Box") -> "Box":
        if self.empty or other.empty:
            return other if self.empty else self
        (a, b, c), (d, e, f) = self.low, other.low
        (g, h, i), (j, k, m) = self.high, other.high
        return Box((min(a, d), min(b, e), min(c, f)), (max(g, j), max(h, k), max(i, m)))

    def common(self, other: "Box") -> "Box":
        (a, b, c), (d, e, f) = self.low, other.low
        (g, h, i), (j, k, m) = self.high, other.high
        return Box((max(a, d), max(b, e), max(c, f)), (min(g, j), min(h, k), min(i, m)))
