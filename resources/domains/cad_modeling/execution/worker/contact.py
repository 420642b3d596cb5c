"""Contact: over how much of their surface a shape's bodies touch each other.

A clearance of a hundredth of a millimetre is lost in what volumes, distances and overlaps leave open; the area over
which bodies touch is then none at all.
"""

from typing import Any

import cadquery as cq

from .booleans import MOST_FACES, answered
from .integration import area

_TOUCHING = 1e-4
"""Bodies nearer than this, in mm, touch: what sines and rotations leave is far less, a clearance is far more."""

_ROUNDING = 1e-6
"""Of the surface: what sums of areas lose."""


def contact(candidate: cq.Shape, reference: cq.Shape) -> dict[str, Any] | None:
    """`area` and `expected` in mm2; None where the reference's bodies do not touch, or OCCT gives no answer. Forks:
    this process must not have run a boolean."""
    expected = touching(reference)
    got = touching(candidate) if expected else None
    return None if got is None else {"area": got, "expected": expected}


def touching(shape: cq.Shape) -> float | None:
    """mm2 of contact between a shape's solids: half of what is lost of their surface once they are one."""
    first, *others = shape.Solids()
    if not others:
        return 0.0
    if len(shape.Faces()) > MOST_FACES:
        return None
    united = answered(lambda: area(first.fuse(*others, tol=_TOUCHING)))
    if not isinstance(united, float):
        return None
    alone = sum(map(area, shape.Solids()))
    lost = alone - united
    return lost / 2 if lost > _ROUNDING * alone else 0.0
