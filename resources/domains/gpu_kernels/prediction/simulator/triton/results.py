"""What a program returned, part by part, and whether it is what the reference returned."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from resources.domains.gpu_kernels.execution.comparison import EXACT, Tolerance
from resources.domains.gpu_kernels.prediction.simulator.comparison import LARGEST, error_of
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor

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


class Placed(NamedTuple):
    """A part of a case's result that is no new contiguous tensor: "strided", or of an "argument"'s memory."""

    case: int
    part: int
    layout: str


def layouts(case: int, parts: Sequence[Any], arguments: Sequence[Any]) -> list[Placed]:
    """A tensor without elements lies nowhere."""
    given = {id(item.storage) for item in arguments if isinstance(item, Tensor)}
    placed: list[Placed] = []
    for part, item in enumerate(parts):
        if isinstance(item, Tensor) and item.view.size:
            placed += [] if item.view.flags.c_contiguous else [Placed(case, part, "strided")]
            placed += [Placed(case, part, "argument")] if id(item.storage) in given else []
    return placed


class Judgement(NamedTuple):
    """The outcome of a case, the largest error of all parts, and the first part that differs."""

    outcome: str
    error: float = 0.0
    part: int | None = None


def judged(got: Sequence[Any], wanted: Sequence[Any], tolerances: Mapping[str, Tolerance]) -> Judgement:
    if len(got) != len(wanted):
        return Judgement("shapes", LARGEST)
    worst, differs = -LARGEST, None
    for part, (one, other) in enumerate(zip(got, wanted, strict=True)):
        if not isinstance(one, Tensor) or one.shape != other.shape or one.kind != other.kind:
            return Judgement("shapes", LARGEST, part)
        error = error_of(one.view, other.view, tolerances.get(other.kind.name, EXACT))
        differs = part if differs is None and error > 0.0 else differs
        worst = max(worst, error)
    return Judgement("same" if differs is None else "values", worst, differs)
