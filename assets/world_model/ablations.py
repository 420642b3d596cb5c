"""Experiments that fit gradient boosting anew: a group of fault kinds or a generator left out, fewer turns.

Boosting stands for the hybrid here, which leans on it for its labels: a language model for each group would cost
a training each.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from assets.world_model.judged_prediction import Measured, measure
from resources.world_model.baselines import fit_boosting
from resources.world_model.boosting import BoostingSettings
from resources.world_model.model import TurnExample

GROUPS = 5
LEAST = 30
"""Turns under which a generator, or a training set, says too little to be fitted on or measured."""
MOST = 4000
"""Turns that an experiment fits on: boosting gains little from more, and is fitted once for each group."""
SHARES = (8, 4, 2, 1)


class CurvePoint(NamedTuple):
    """`turns` were learned from."""

    turns: int
    measured: list[Measured]


def by_fault_group(examples: Sequence[TurnExample]) -> list[Measured]:
    """Every turn with a fault, predicted by boosting that never saw a turn with a fault of the same group."""
    return left_out(
        examples, lambda item: {group_of(kind) for kind in item.fault_kinds}, [str(group) for group in range(GROUPS)]
    )


def group_of(kind: str) -> str:
    return str(hashlib.sha256(kind.encode("utf-8", "replace")).digest()[0] % GROUPS)


def by_generator(examples: Sequence[TurnExample]) -> list[Measured]:
    """Turns of each generator, predicted by boosting that saw only the others'; [] where there is one."""
    counts = Counter(item.generator for item in examples)
    names = [name for name, count in sorted(counts.items()) if count >= LEAST]
    return left_out(examples, lambda item: {item.generator}, names) if len(names) > 1 else []


def left_out(
    examples: Sequence[TurnExample], groups_of: Callable[[TurnExample], set[str]], groups: Sequence[str]
) -> list[Measured]:
    """A turn of several groups is measured in the first of them, and learned from where none is left out."""
    figures: list[Measured] = []
    measured: set[str] = set()
    for group in groups:
        asked = [item for item in examples if group in groups_of(item) and item.turn_id not in measured]
        kept = [item for item in examples if group not in groups_of(item)]
        if asked and len(kept) >= LEAST:
            figures += fitted_on(kept, asked)
            measured.update(item.turn_id for item in asked)
    return figures


def learning_curve(train: Sequence[TurnExample], asked: Sequence[TurnExample]) -> list[CurvePoint]:
    """From an eighth of the turns to all of them, each containing the one before; [] with nothing to measure."""
    if not asked:
        return []
    ordered = sorted(train, key=lambda item: hashlib.sha256(item.turn_id.encode()).hexdigest())
    sizes = sorted({len(ordered) // share for share in SHARES})
    return [CurvePoint(size, fitted_on(ordered[:size], asked, len(ordered))) for size in sizes if size >= LEAST]


def fitted_on(kept: Sequence[TurnExample], asked: Sequence[TurnExample], most: int = MOST) -> list[Measured]:
    step = max(1, len(kept) // most)
    boosting = fit_boosting(kept[::step], BoostingSettings())
    return measure(asked, boosting.probabilities([item.query for item in asked]))
