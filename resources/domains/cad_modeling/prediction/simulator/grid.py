"""Grids whose cells end where faces lie, so that thin walls and small gaps are seen, and which cells are inside a body.

What is asked of the cells is `grid_metrics`.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from resources.domains.cad_modeling.prediction.simulator.geometry import Box, Frame, Triple
from resources.domains.cad_modeling.prediction.simulator.outlines import Array, Outline, layers
from resources.domains.cad_modeling.prediction.simulator.solids import (
    Ball,
    Joined,
    Leaf,
    Prism,
    Solid,
    Tube,
    Turned,
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
        volumes: Array = x[:, None, None] * y[:, None] * z
        return volumes

    @property
    def shape(self) -> tuple[int, int, int]:
        x, y, z = (len(ends) - 1 for ends in self.ends)
        return (x, y, z)


@cache
def _places(count: int, axis: int) -> Array:
    places: Array = 0.5 + _SPREAD * ((np.arange(count) * _STEP + 0.29 * axis + 0.11) % 1.0 - 0.5)
    return places


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
        places = {leaf.box.low[axis], leaf.box.high[axis]}
        if isinstance(leaf, Tube):
            places |= {leaf.points[0][axis], leaf.points[-1][axis]}
        if isinstance(leaf, Prism):
            across, up = leaf.frame.x[axis], leaf.frame.y[axis]
            if abs(abs(across) + abs(up) - 1) < 1e-9 and min(abs(across), abs(up)) < 1e-9:
                for outline in leaf.outlines:
                    places |= _corners(outline, leaf.frame.origin[axis], across, up)
        yield places


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
    kept = [low]
    for mark in sorted(marks):
        if kept[-1] + near < mark < high - near:
            kept.append(mark)
    kept.append(high)
    while len(kept) > MOST_FACES:
        del kept[1 + int(np.diff(kept[:-1]).argmin())]
    ends: list[float] = []
    for a, b in itertools.pairwise(kept):
        count = max(1, round((b - a) / span * CELLS))
        step = (b - a) / count
        ends += [a + place * step for place in range(count)]
    return np.array([*ends, high])


Brush = Callable[[Array, Array], Array]
"""What becomes of cells, given which of them are inside a leaf."""


def hollow(solid: Solid) -> bool:
    """Whether nothing at all is inside. Only what is cut or common is looked at."""
    if solid.box.empty:
        return True
    if not isinstance(solid, Joined) or solid.kind not in ("cut", "common"):
        return False
    if solid.kind == "cut" and not any(part.box.common(solid.box) == solid.box for part in solid.parts[1:]):
        return False
    return not mask(solid, grid_of([solid], solid.box)).any()


def mask(solid: Solid, grid: Grid) -> Array:
    """A boolean for each cell."""
    if not isinstance(solid, Joined):
        filled = np.zeros(grid.shape, bool)
        _paint(filled, solid, grid, np.bitwise_or)
        return filled
    if not solid.parts:
        return np.zeros(grid.shape, bool)
    filled = mask(solid.parts[0], grid)
    for part in solid.parts[1:]:
        if solid.kind == "common":
            filled &= mask(part, grid)
        elif not isinstance(part, Joined):
            _paint(filled, part, grid, _cleared if solid.kind == "cut" else np.bitwise_or)
        elif solid.kind == "cut":
            filled &= ~mask(part, grid)
        else:
            filled |= mask(part, grid)
    return filled


def _cleared(cells: Array, inside: Array) -> Array:
    left: Array = cells & ~inside
    return left


def _paint(cells: Array, leaf: Leaf, grid: Grid, brush: Brush) -> None:
    """Fills or clears the cells of a leaf, looking only at its box."""
    if isinstance(leaf, Tube):
        _paint_tube(cells, leaf, grid, brush)
        return
    block = _block(leaf.box, grid)
    if block is not None:
        x, y, z = (grid.points[axis][span] for axis, span in enumerate(block))
        cells[block] = brush(cells[block], _inside(leaf, x, y, z))


def _block(box: Box, grid: Grid) -> tuple[slice, slice, slice] | None:
    """The cells of a box; None where there are none."""
    x, y, z = (_span(grid.points[axis], box.low[axis], box.high[axis]) for axis in range(3))
    return None if any(span.start >= span.stop for span in (x, y, z)) else (x, y, z)


def _span(points: Array, low: float, high: float) -> slice:
    return slice(int(np.searchsorted(points, low)), int(np.searchsorted(points, high)))


def _paint_tube(cells: Array, tube: Tube, grid: Grid, brush: Brush) -> None:
    """One side of the path after the other, each with the balls at its ends, but for those of the whole."""
    last = len(tube.points) - 2
    for place, (start, end) in enumerate(itertools.pairwise(tube.points)):
        block = _block(Tube(Frame(), (start, end), tube.radius).box, grid)
        length = math.dist(start, end)
        if block is None or not length:
            continue
        x, y, z = (grid.points[axis][span] for axis, span in enumerate(block))
        x, y, z = x[:, None, None] - start[0], y[:, None] - start[1], z - start[2]
        a, b, c = ((q - p) / length for p, q in zip(start, end, strict=True))
        along = a * x + b * y + c * z
        near = np.clip(along, 0.0 if place else -np.inf, length if place < last else np.inf)
        inside = x * x + y * y + z * z - 2 * near * along + near * near < tube.radius**2
        if not place:
            inside &= along > 0
        if place == last:
            inside &= along < length
        cells[block] = brush(cells[block], inside)


def _inside(leaf: Prism | Turned | Ball, x: Array, y: Array, z: Array) -> Array:
    """For points on three axes; the answer may have sides of length one, where an axis does not matter."""
    a, b, c = _local(leaf.frame, x, y, z)
    if isinstance(leaf, Ball):
        inside: Array = a * a + b * b + c * c < leaf.radius**2
        return inside
    if isinstance(leaf, Turned):
        return _turned(leaf, a, b, c)
    between = (c > leaf.low) & (c < leaf.high)
    if leaf.other is not None:
        return between & _blended(leaf, leaf.other, a, b, c)
    return between & _region(leaf.outlines, a, b)


def _local(frame: Frame, x: Array, y: Array, z: Array) -> tuple[Array, Array, Array]:
    """Coordinates in a frame, each only as wide as the axes that it depends on."""

    def along(axis: Triple) -> Array:
        coordinate = np.zeros((1, 1, 1))
        for values, place in ((x[:, None, None], 0), (y[None, :, None], 1), (z[None, None, :], 2)):
            if abs(axis[place]) > 1e-12:
                coordinate = coordinate + (values - frame.origin[place]) * axis[place]
        return coordinate

    return along(frame.x), along(frame.y), along(frame.z)


def _region(outlines: tuple[Outline, ...], a: Array, b: Array) -> Array:
    filled = np.zeros(np.broadcast_shapes(a.shape, b.shape), bool)
    for layer in layers(outlines):
        inside = layer.outline.inside(a, b)
        filled = filled & ~inside if layer.hole else filled | inside
    return filled


def _turned(leaf: Turned, a: Array, b: Array, c: Array) -> Array:
    """A point is inside where it meets the outlines when it is turned into their plane, on either side."""
    (x, y), (sx, sy) = leaf.axis, leaf.start
    a, b = a - sx, b - sy
    along, off = a * x + b * y, a * y - b * x
    away = np.sqrt(off * off + c * c)
    filled = np.zeros(np.broadcast_shapes(along.shape, away.shape), bool)
    for side in (1.0, -1.0):
        here = _region(leaf.outlines, sx + along * x + side * away * y, sy + along * y - side * away * x)
        if leaf.degrees < 360.0:
            # Turning by the right-hand rule about the axis takes the plane's side with `off` > 0 towards -c.
            angle = np.degrees(np.arctan2(-side * c, side * off)) % 360.0
            here = here & (angle <= leaf.degrees)
        filled |= here
    return filled


def _blended(leaf: Prism, other: Outline, a: Array, b: Array, c: Array) -> Array:
    """Between two outlines: how far they are from their middles, in each direction, goes from one to the other."""
    share = (c - leaf.low) / (leaf.high - leaf.low)
    (ax, ay), (bx, by) = leaf.outlines[0].middle, other.middle
    a, b = a - (ax + share * (bx - ax)), b - (ay + share * (by - ay))
    away = np.hypot(a, b)
    # Circles are as far away in every direction.
    circles = leaf.outlines[0].radius and other.radius
    angle = np.zeros((1, 1, 1)) if circles else np.arctan2(b, a)
    near, far = _radius(leaf.outlines[0], angle), _radius(other, angle)
    inside: Array = away < near + share * (far - near)
    return inside


def _radius(outline: Outline, angle: Array) -> Array:
    """How far an outline is from its middle in each direction, as if it were seen whole from there."""
    if outline.radius:
        return np.full((1, 1, 1), outline.radius)
    corners = np.array(outline.points) - outline.middle
    ends = np.roll(corners, -1, 0)
    steps = np.linspace(0, 1, 9)[:-1, None, None]
    points = (corners + steps * (ends - corners)).reshape(-1, 2)
    angles = np.arctan2(points[:, 1], points[:, 0])
    order = np.argsort(angles)
    radii: Array = np.interp(angle, angles[order], np.hypot(*points.T)[order], period=2 * np.pi)
    return radii
