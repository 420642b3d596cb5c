"""What a body measures on a grid: its volume, surface, box and centre, and how many pieces it is.

What candidate and reference make of each other is `comparison`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from resources.domains.cad_modeling.prediction.simulator.geometry import Box, Triple
from resources.domains.cad_modeling.prediction.simulator.grid import Grid, mask
from resources.domains.cad_modeling.prediction.simulator.outlines import Array
from resources.domains.cad_modeling.prediction.simulator.solids import Joined, Solid


@dataclass(frozen=True)
class GridMetrics:
    """A body on a grid. `pieces` hang together by faces of cells, `clusters` by corners too; `shared` is the volume
    that loose solids have in common, `box` what is filled, `pinched` edges at which the surface touches itself."""

    grid: Grid
    cells: Array
    volume: float
    area: float
    pieces: int
    clusters: int
    pinched: int
    shared: float
    box: Box
    centre: Triple


def measured(body: Solid, grid: Grid) -> GridMetrics:
    loose = body.parts if isinstance(body, Joined) and body.kind == "loose" else (body,)
    masks = [mask(part, grid) for part in loose] or [np.zeros(grid.shape, bool)]
    cells: Array = np.any(masks, axis=0) if len(masks) > 1 else masks[0]
    weights = cells * grid.volumes
    volume = float(weights.sum())
    counted = [_counted(_pressed(own)) for own in masks]
    return GridMetrics(
        grid,
        cells,
        volume,
        _area(cells, grid),
        sum(own.pieces for own in counted),
        sum(own.clusters for own in counted),
        sum(own.pinched for own in counted),
        _shared(masks, grid),
        _filled(cells, grid),
        _centre(weights, grid, volume),
    )


def _shared(masks: Sequence[Array], grid: Grid) -> float:
    """The volume that several have in common, counted once for each beyond the first."""
    if len(masks) == 1:
        return 0.0
    total = sum(masks, np.zeros(grid.shape, np.int16))
    return float((np.maximum(total - 1, 0) * grid.volumes).sum())


class Counted(NamedTuple):
    """See `GridMetrics`."""

    pieces: int
    clusters: int
    pinched: int


def _pressed(cells: Array) -> Array:
    """Without layers that are like the one before. What hangs together, and where edges are, stays as it was, and of
    usual parts an eighth of the cells are left."""
    for axis in range(3):
        steps = np.moveaxis(cells, axis, 0)
        kept = np.concatenate([[True], (steps[1:] != steps[:-1]).any((1, 2))])
        cells = np.compress(kept, cells, axis)
    return cells


def _counted(cells: Array) -> Counted:
    # scipy takes a tenth of a second to import, which only this needs.
    from scipy.ndimage import label

    pieces = int(label(cells)[1])
    clusters = int(label(cells, np.ones((3, 3, 3)))[1]) if pieces > 1 else pieces
    return Counted(pieces, clusters, _pinched(cells))


def _area(cells: Array, grid: Grid) -> float:
    """Of the steps between filled and empty cells: too large by up to two thirds where a face is slanted."""
    widths = [np.diff(ends) for ends in grid.ends]
    total = 0.0
    for axis in range(3):
        one, other = (widths[i] for i in range(3) if i != axis)
        steps = np.moveaxis(cells, axis, 0)
        changes = (steps[1:] != steps[:-1]).sum(0) + steps[0] + steps[-1]
        total += float(one @ changes @ other)
    return total


def _pinched(cells: Array) -> int:
    """Edges at which two cells meet across, and nothing else: there a surface touches itself."""
    edges = 0
    for axis in range(3):
        c = np.moveaxis(cells, axis, 0)
        a, b, d, e = c[:, :-1, :-1], c[:, 1:, 1:], c[:, :-1, 1:], c[:, 1:, :-1]
        crossing = (a & b & ~d & ~e) | (d & e & ~a & ~b)
        edges += int(crossing.any(0).sum())
    return edges


def _filled(cells: Array, grid: Grid) -> Box:
    low, high = [], []
    for axis in range(3):
        places = np.flatnonzero(cells.any(tuple(i for i in range(3) if i != axis)))
        ends = grid.ends[axis]
        low.append(float(ends[places[0]]) if len(places) else 0.0)
        high.append(float(ends[places[-1] + 1]) if len(places) else 0.0)
    return Box((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def _centre(weights: Array, grid: Grid, volume: float) -> Triple:
    if not volume:
        return (0.0, 0.0, 0.0)
    x, y, z = (
        float((weights.sum(tuple(j for j in range(3) if j != i)) * grid.points[i]).sum() / volume) for i in range(3)
    )
    return (x, y, z)
