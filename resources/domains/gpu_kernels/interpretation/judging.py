"""Whether what a candidate returned is what the reference returned, and how far off it is."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.comparing import EXACT, Tolerance
from resources.domains.gpu_kernels.interpretation.tensors import Tensor

LARGEST = 9.0
"""Of errors, and less its sign the smallest: what is worse or better counts as this."""
_MOST_PARTS = 32


def flattened(returned: Any) -> tuple[Any, ...]:
    """What the entry returned, part by part; more than a few are no result."""
    parts: list[Any] = []
    waiting = [returned]
    while waiting and len(parts) + len(waiting) < _MOST_PARTS:
        item = waiting.pop()
        if isinstance(item, tuple | list):
            waiting.extend(reversed(item[:_MOST_PARTS]))
        else:
            parts.append(item)
    return tuple(parts)


def changed(arguments: Sequence[Any], before: Sequence[Any]) -> bool:
    """Whether the program wrote into its arguments."""
    return first_changed(arguments, before) is not None


def first_changed(arguments: Sequence[Any], before: Sequence[Any]) -> int | None:
    """The first argument that the program wrote into."""
    for place, (new, old) in enumerate(zip(arguments, before, strict=True)):
        if not isinstance(old, Tensor):
            continue
        if not np.array_equal(new.storage.values, old.storage.values, equal_nan=old.kind.is_float):
            return place
    return None


def judged(got: Sequence[Any], wanted: Sequence[Any], tolerances: Mapping[str, Tolerance]) -> tuple[str, float]:
    """The outcome, and the largest error of all parts."""
    if len(got) != len(wanted):
        return "shapes", LARGEST
    worst = -LARGEST
    for one, other in zip(got, wanted, strict=True):
        if not isinstance(one, Tensor) or one.shape != other.shape or one.kind != other.kind:
            return "shapes", LARGEST
        worst = max(worst, error_of(one.view, other.view, tolerances.get(other.kind.name, EXACT)))
    return ("values" if worst > 0.0 else "same"), worst


def error_of(got: Any, wanted: Any, tolerance: Tolerance) -> float:
    """The largest error in units of what is tolerated, as a logarithm: up to 0 where all elements agree."""
    if wanted.size == 0:
        return -LARGEST
    with np.errstate(all="ignore"):
        one, other = got.astype(np.float64), wanted.astype(np.float64)
        alike = (one == other) | (np.isnan(one) & np.isnan(other))
        if alike.all():
            return -LARGEST
        room = tolerance.absolute + tolerance.relative * np.abs(other)
        ratio = np.where(alike, 0.0, np.abs(one - other) / np.maximum(room, 1e-30))
    worst = float(np.max(np.where(np.isfinite(ratio), ratio, np.inf)))
    return min(max(math.log10(worst), -LARGEST), LARGEST) if 0.0 < worst < math.inf else LARGEST
