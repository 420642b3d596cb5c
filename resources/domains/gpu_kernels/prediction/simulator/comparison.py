"""What the cases of a candidate came to beside those of the reference, in either language: features, and no verdict."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.execution.comparison import Tolerance, differing

NOT_SIMULATED = ("the compiler's limits", "results after a later call", "cases that take long")
"""Checks of an execution that are not simulated."""
ENDED = ("same", "values", "shapes", "changed")
"""Outcomes of a case that came to its end."""
_HALTS = "refused raised launch import entry resources memory race endless".split()
AT_ONCE = ("import", "entry", "refused", "launch", "resources")
"""What ends a candidate while its kernels are compiled, whatever a run would show."""
AT_LAST = ("memory", "race", "raised", "endless")
"""What ends a run."""
LARGEST = 9.0
"""Of errors, and less its sign the smallest: what is worse or better counts as this."""


@dataclass(frozen=True)
class Run:
    """A case's outcome, and the largest error in units of what is tolerated, as a logarithm."""

    outcome: str
    error: float
    steps: int
    launches: int
    shared_bytes: int = 0


def error_of(got: Any, wanted: Any, tolerance: Tolerance) -> float:
    """The largest error in units of what is tolerated, as a logarithm: up to 0 where all elements agree."""
    if wanted.size == 0:
        return -LARGEST
    if differing(got, wanted, tolerance):
        return LARGEST
    with np.errstate(all="ignore"):
        one, other = got.astype(np.float64), wanted.astype(np.float64)
        alike = (one == other) | (np.isnan(one) & np.isnan(other))
        if alike.all():
            return -LARGEST
        room = tolerance.absolute + tolerance.relative * np.abs(other)
        ratio = np.where(alike, 0.0, np.abs(one - other) / np.maximum(room, 1e-30))
    worst = float(np.max(np.where(np.isfinite(ratio), ratio, np.inf)))
    return min(max(math.log10(worst), -LARGEST), LARGEST) if 0.0 < worst < math.inf else LARGEST


def features_of(runs: Sequence[Run], steps: Sequence[int], at_once: Sequence[str] = AT_ONCE) -> dict[str, float]:
    """`steps` are the reference's. `at_once` is what ends a candidate before any case is run to its end."""
    known = [run for run in runs if run.outcome != "unknown"]
    if not known:
        return {"followed": 0.0}
    first = first_of([run.outcome for run in known], at_once)
    features = {f"followed_{name}": float(name == first) for name in (*ENDED, *_HALTS)}
    return features | {
        "followed": 1.0,
        "followed_unknown": (len(runs) - len(known)) / len(runs),
        "followed_differs": 1.0 - _same(known) / len(known),
        "followed_first_difference": float(next((at for at, run in enumerate(known) if run.outcome != "same"), -1)),
        "followed_error": round(max(run.error for run in known), 1),
        "followed_shared_bytes": float(max(run.shared_bytes for run in known)),
        "followed_steps": sum(run.steps for run in runs) / max(sum(steps[: len(runs)]), 1),
        "followed_unlaunched": float(all(run.launches == 0 for run in known if run.outcome in ENDED)),
    }


def _same(runs: Sequence[Run]) -> int:
    return sum(run.outcome == "same" for run in runs)


def first_of(outcomes: Sequence[str], at_once: Sequence[str]) -> str:
    """The outcome that the real pipeline meets first: what is compiled before any case is run comes before what ends
    a run, and all cases are run before any is compared."""
    hard = [outcome for outcome in outcomes if outcome not in ENDED]
    soft = [outcome for outcome in outcomes if outcome in ENDED[1:]]
    return next((outcome for outcome in hard if outcome in at_once), (hard + soft + ["same"])[0])
