"""Grids whose cells end where faces lie, so that thin walls and small gaps are seen.

Which cells are inside a body is `membership`.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from resources.domains.cad_modeling.interpretation.boxes import Box
from resources.domains.cad_modeling.interpretation.outlines import Array, Outline
from resources.domains.cad_modeling.interpretation.solids import (
    Leaf,
    Prism,
    Solid,
    Tube,
    leaves,
)

CELLS = 30
"""On an axis, if no face lay anywhere."""
MOST_FACES = 30
"""On an axis, at which cells end; more are thinned out where they are nearest."""
_STEP, _SPREAD = 0.6180339887, 0.7
"""Points lie at places in their cells that differ from cell to cell (by the golden section, within the middle of each):
in the middle they would lie on diagonals, and all to one side they would count too much of every slope."""
MOST_CORNERS = 24
"""Of an outline, whose corners are faces; of more only the ends count."""


@dataclass(frozen=True)
class Grid:
    """`ends`: where cells end, by axis."""

    ends: tuple[Array, Array, Array]

    @cached_property
    def points(self) -> tuple[Array, Array, Array]:
        x, y, z = (ends[:-1] + _places(len(ends) - 1, axis) * np.diff(ends) for axis, ends in enumerate(self.ends))
        return (x, y, z)

    @cached_property
    def volumes(self) -> Array:
        x, y, z = (np.diff(ends) for ends in self.ends)
        found: Array = x[:, None, None] * y[:, None] * z
        return found

    @property
    def shape(self) -> tuple[int, int, int]:
        x, y, z = (len(ends) - 1 for ends in self.ends)
        return (x, y, z)


@cache
def _places(count: int, axis: int) -> Array:
    found: Array = 0.5 + _SPREAD * ((np.arange(count) * _STEP + 0.29 * axis + 0.11) % 1.0 - 0.5)
    return found


def grid_of(solids: Sequence[Solid], box: Box) -> Grid:
    """Over a box that is not empty, with cells that end at the faces of all these."""
    marks: tuple[set[float], set[float], set[float]] = (set(), set(), set())
    for leaf in set(itertools.chain.from_iterable(map(leaves, solids))):
        for axis, places in enumerate(_faces(leaf)):
            marks[axis].update(places)
    x, y, z = (_ends(marks[axis], box.low[axis], box.high[axis]) for axis in range(3))
    return Grid((x, y, z))


def _faces(leaf: Leaf) -> Iterator[set[float]]:
    """Where a leaf's faces lie across each axis of the world."""
    for axis in range(3):
        found = {leaf.box.low[axis], leaf.box.high[axis]}
        if isinstance(leaf, Tube):
            found |= {leaf.points[0][axis], leaf.points[-1][axis]}
        if isinstance(leaf, Prism):
            across, up = leaf.frame.x[axis], leaf.frame.y[axis]
            if abs(abs(across) + abs(up) - 1) < 1e-9 and min(abs(across), abs(up)) < 1e-9:
                for outline in leaf.outlines:
                    found |= _corners(outline, leaf.frame.origin[axis], across, up)
        yield found


def _corners(outline: Outline, origin: float, across: float, up: float) -> set[float]:
    if outline.radius:
        (x, y), r = outline.points[0], outline.radius
        return {origin + across * x + up * y + way * r for way in (-1, 0, 1)}
    if len(outline.points) > MOST_CORNERS:
        left, low, right, high = outline.extent
        return {origin + across * x + up * y for x, y in ((left, low), (right, high))}
    return {origin + across * x + up * y for x, y in outline.points}


def _ends(marks: set[float], low: float, high: float) -> Array:
    """The marks within the box, and between them as many ends as bring the cells to about one size."""
    span = high - low
    near = span * 1e-6
    found = [low]
    for mark in sorted(marks):
        if found[-1] + near < mark < high - near:
            found.append(mark)
    found.append(high)
    while len(found) > MOST_FACES:
        del found[1 + int(np.diff(found[:-1]).argmin())]
    ends: list[float] = []
    for a, b in itertools.pairwise(found):
        count = max(1, round((b - a) / span * CELLS))
        step = (b - a) / count
        ends += [a + place * step for place in range(count)]
    return np.array([*ends, high])
