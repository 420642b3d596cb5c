"""Regions that a task leaves free: boxes in which material may stand or be missing, such as a plate's corners.

What lies in them takes no part in the comparison of surfaces. Volume, overlap, box and topology are the whole part's.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from .covers import Cover
from .surface_samples import Samples

Points = TypeVar("Points", Samples, Cover)


def outside(both: tuple[Points, Points], boxes: Sequence[Sequence[float]]) -> tuple[Points, Points]:
    """Candidate's and reference's points without those in the boxes, each its least and its greatest x, y, z."""
    return (_outside(both[0], boxes), _outside(both[1], boxes)) if boxes else both


def _outside(points: Points, boxes: Sequence[Sequence[float]]) -> Points:
    counted = np.ones(len(points.points), dtype=bool)
    for box in boxes:
        low, high = np.array(box[:3]), np.array(box[3:])
        counted &= ((points.points < low) | (points.points > high)).any(axis=1)
    return points.taken(np.nonzero(counted)[0]) if counted.any() else points
