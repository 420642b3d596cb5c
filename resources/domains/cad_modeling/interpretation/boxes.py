"""Boxes along the axes: what a body's size is, and whether two may meet."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from resources.domains.cad_modeling.interpretation.frames import Triple


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


NOWHERE = Box((math.inf,) * 3, (-math.inf,) * 3)


def box_of(points: Iterator[Triple]) -> Box:
    xs, ys, zs = zip(*points, strict=True)
    return Box((min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs)))
