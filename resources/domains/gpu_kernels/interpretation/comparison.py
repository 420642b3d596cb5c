"""What following a bundle's cases shows of a candidate against its reference: features, and no verdict."""

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.comparing import EXACT, Tolerance, tolerances_of
from resources.domains.gpu_kernels.interpretation.cases import Case, cases_of, parsed
from resources.domains.gpu_kernels.interpretation.endings import Ending
from resources.domains.gpu_kernels.interpretation.launches import Result, follow
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.execution.bundle import EnvironmentBundle

ENDINGS = tuple(str(ending) for ending in Ending if ending is not Ending.RETURNED)
OUTCOMES = ("same", "values", "shapes", "changed", *ENDINGS)
_STEPS_OF_A_REFERENCE = 20_000
_STEPS_OF_ALL, _SHORT = 6_000, 800
"""Of the cases that are kept. The first may take more, and short ones are kept in any case."""
_SLACK = 1_500
_LARGEST = 9.0
_MOST_PARTS = 32
_AT_ONCE = ("import", "entry", "refused", "launch", "resources")
"""What ends a candidate while its kernels are compiled, whatever a run would show."""
_AT_LAST = ("memory", "race", "raised", "endless")
"""What ends a run."""
ENDED = ("same", "values", "shapes", "changed")


@dataclass(frozen=True)
class Expected:
    """A case, and what the reference makes of it."""

    case: Case
    result: Result
    parts: tuple[Any, ...]


@dataclass(frozen=True)
class Run:
    """A case's outcome, and the largest error in units of what is tolerated, as a logarithm."""

    outcome: str
    error: float
    steps: int
    launches: int
    shared_bytes: int = 0


def compare(bundle: EnvironmentBundle, tree: ast.Module) -> dict[str, float]:
    """Features named `followed…`; where nothing can be followed, `followed` alone, which is 0 then."""
    wanted = expected(bundle.reference, bundle.files.get("oracle.py", ""), bundle.settings.get("entry", ""))
    if not wanted or bundle.settings.get("harness", "entry") != "entry":
        return {"followed": 0.0}
    return features_of(_runs(bundle, tree, wanted), [item.result.steps for item in wanted])


def _runs(bundle: EnvironmentBundle, tree: ast.Module, wanted: Sequence[Expected]) -> list[Run]:
    """All cases, up to an end that a later one cannot come before."""
    tolerances = tolerances_of(bundle)
    runs: list[Run] = []
    for item in wanted:
        runs.append(_run(tree, bundle.settings["entry"], item, tolerances))
        if runs[-1].outcome in _AT_ONCE or (runs[-1].outcome in _AT_LAST and len(runs) > 1):
            break
    return runs


def _same(runs: Sequence[Run]) -> int:
    return sum(run.outcome == "same" for run in runs)


def features_of(runs: Sequence[Run], steps: Sequence[int], at_once: Sequence[str] = _AT_ONCE) -> dict[str, float]:
    """`steps` are the reference's. `at_once` is what ends a candidate before any case is run to its end."""
    known = [run for run in runs if run.outcome != "unknown"]
    if not known:
        return {"followed": 0.0}
    first = _first([run.outcome for run in known], at_once)
    features = {f"followed_{name}": float(name == first) for name in OUTCOMES if name != "unknown"}
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


def _first(outcomes: Sequence[str], at_once: Sequence[str]) -> str:
    """The outcome that the real pipeline meets first: what is compiled before any case is run comes before what ends
    a run, and all cases are run before any is compared."""
    hard = [outcome for outcome in outcomes if outcome not in ENDED]
    soft = [outcome for outcome in outcomes if outcome in ENDED[1:]]
    return next((outcome for outcome in hard if outcome in at_once), (hard + soft + ["same"])[0])


def _run(tree: ast.Module, entry: str, item: Expected, tolerances: Mapping[str, Tolerance]) -> Run:
    arguments = item.case.fresh()
    most = 3 * item.result.steps + _SLACK
    result = follow(tree, entry, arguments, most, compiles=item.case.is_compiled)
    outcome, error = str(result.ending), 0.0
    if result.ending is Ending.RETURNED:
        outcome, error = _judged(flattened(result.returned), item.parts, tolerances)
        if outcome == "same" and _changed(arguments, item.case.arguments):
            outcome = "changed"
    elif result.ending is Ending.REFUSED and not item.case.is_compiled:
        outcome = "raised"
    return Run(outcome, error, result.steps, result.launches, result.shared_bytes)


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


def _changed(arguments: Sequence[Any], before: Sequence[Any]) -> bool:
    return any(
        isinstance(old, Tensor)
        and not np.array_equal(new.storage.values, old.storage.values, equal_nan=old.kind.is_float)
        for new, old in zip(arguments, before, strict=True)
    )


def _judged(got: Sequence[Any], wanted: Sequence[Any], tolerances: Mapping[str, Tolerance]) -> tuple[str, float]:
    if len(got) != len(wanted):
        return "shapes", _LARGEST
    worst = -_LARGEST
    for one, other in zip(got, wanted, strict=True):
        if not isinstance(one, Tensor) or one.shape != other.shape or one.kind != other.kind:
            return "shapes", _LARGEST
        worst = max(worst, _error(one, other, tolerances.get(other.kind.name, EXACT)))
    return ("values" if worst > 0.0 else "same"), worst


def _error(got: Tensor, wanted: Tensor, tolerance: Tolerance) -> float:
    return error_of(got.view, wanted.view, tolerance)


def error_of(got: Any, wanted: Any, tolerance: Tolerance) -> float:
    """The largest error in units of what is tolerated, as a logarithm: up to 0 where all elements agree."""
    if wanted.size == 0:
        return -_LARGEST
    with np.errstate(all="ignore"):
        one, other = got.astype(np.float64), wanted.astype(np.float64)
        alike = (one == other) | (np.isnan(one) & np.isnan(other))
        if alike.all():
            return -_LARGEST
        room = tolerance.absolute + tolerance.relative * np.abs(other)
        ratio = np.where(alike, 0.0, np.abs(one - other) / np.maximum(room, 1e-30))
    worst = float(np.max(np.where(np.isfinite(ratio), ratio, np.inf)))
    return min(max(math.log10(worst), -_LARGEST), _LARGEST) if 0.0 < worst < math.inf else _LARGEST


@lru_cache(maxsize=64)
def expected(reference: str, oracle: str, entry: str) -> tuple[Expected, ...]:
    """The cases that are kept, in the oracle's order; none where the reference cannot be followed."""
    tree = parsed(reference)
    if tree is None:
        return ()
    tried = [_followed(tree, entry, case) for case in cases_of(oracle)]
    return tuple(_chosen([item for item in tried if item.result.ending is Ending.RETURNED]))


def _followed(tree: ast.Module, entry: str, case: Case) -> Expected:
    result = follow(tree, entry, case.fresh(), _STEPS_OF_A_REFERENCE, compiles=case.is_compiled)
    return Expected(case, replace(result, returned=None), flattened(result.returned))


def _chosen(tried: Sequence[Expected]) -> list[Expected]:
    """The first case, what else is compiled, then from the shortest on; of cases that are alike one."""
    kept: list[Expected] = []
    seen: set[Any] = set()
    steps = 0
    order = sorted(tried, key=lambda item: (item.case.number > 0, not item.case.is_compiled, item.result.steps))
    for item in order:
        description = repr(item.case.description)
        is_dear = item.result.steps > _SHORT and steps + item.result.steps > _STEPS_OF_ALL
        if description in seen or (kept and is_dear):
            continue
        seen.add(description)
        kept.append(item)
        steps += item.result.steps
    return sorted(kept, key=lambda item: item.case.number)
