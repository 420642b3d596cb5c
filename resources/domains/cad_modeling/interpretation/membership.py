"""Which cells of a grid are inside a body. Grids are `grids`; what is asked of the cells is `looks`."""

import itertools
import math
from collections.abc import Callable

import numpy as np

from resources.domains.cad_modeling.interpretation.boxes import Box
from resources.domains.cad_modeling.interpretation.frames import Frame, Triple
from resources.domains.cad_modeling.interpretation.grids import Grid, grid_of
from resources.domains.cad_modeling.interpretation.outlines import Array, Outline, layers
from resources.domains.cad_modeling.interpretation.solids import (
    Ball,
    Joined,
    Leaf,
    Prism,
    Solid,
    Tube,
    Turned,
)

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
        found = np.zeros(grid.shape, bool)
        _paint(found, solid, grid, np.bitwise_or)
        return found
    if not solid.parts:
        return np.zeros(grid.shape, bool)
    found = mask(solid.parts[0], grid)
    for part in solid.parts[1:]:
        if solid.kind == "common":
            found &= mask(part, grid)
        elif not isinstance(part, Joined):
            _paint(found, part, grid, _cleared if solid.kind == "cut" else np.bitwise_or)
        elif solid.kind == "cut":
            found &= ~mask(part, grid)
        else:
            found |= mask(part, grid)
    return found


def _cleared(cells: Array, inside: Array) -> Array:
    found: Array = cells & ~inside
    return found


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
        found: Array = a * a + b * b + c * c < leaf.radius**2
        return found
    if isinstance(leaf, Turned):
        return _turned(leaf, a, b, c)
    between = (c > leaf.low) & (c < leaf.high)
    if leaf.other is not None:
        return between & _blended(leaf, leaf.other, a, b, c)
    return between & _region(leaf.outlines, a, b)


def _local(frame: Frame, x: Array, y: Array, z: Array) -> tuple[Array, Array, Array]:
    """Coordinates in a frame, each only as wide as the axes that it depends on."""

    def along(axis: Triple) -> Array:
        found = np.zeros((1, 1, 1))
        for values, place in ((x[:, None, None], 0), (y[None, :, None], 1), (z[None, None, :], 2)):
            if abs(axis[place]) > 1e-12:
                found = found + (values - frame.origin[place]) * axis[place]
        return found

    return along(frame.x), along(frame.y), along(frame.z)


def _region(outlines: tuple[Outline, ...], a: Array, b: Array) -> Array:
    found = np.zeros(np.broadcast_shapes(a.shape, b.shape), bool)
    for layer in layers(outlines):
        inside = layer.outline.inside(a, b)
        found = found & ~inside if layer.hole else found | inside
    return found


def _turned(leaf: Turned, a: Array, b: Array, c: Array) -> Array:
    """A point is inside where it meets the outlines when it is turned into their plane, on either side."""
    (x, y), (sx, sy) = leaf.axis, leaf.start
    a, b = a - sx, b - sy
    along, off = a * x + b * y, a * y - b * x
    away = np.sqrt(off * off + c * c)
    found = np.zeros(np.broadcast_shapes(along.shape, away.shape), bool)
    for side in (1.0, -1.0):
        here = _region(leaf.outlines, sx + along * x + side * away * y, sy + along * y - side * away * x)
        if leaf.degrees < 360.0:
            # Turning by the right-hand rule about the axis takes the plane's side with `off` > 0 towards -c.
            angle = np.degrees(np.arctan2(-side * c, side * off)) % 360.0
            here = here & (angle <= leaf.degrees)
        found |= here
    return found


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
    found: Array = away < near + share * (far - near)
    return found


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
    found: Array = np.interp(angle, angles[order], np.hypot(*points.T)[order], period=2 * np.pi)
    return found
