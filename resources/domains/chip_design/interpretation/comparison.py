"""Candidate against reference: how often their outputs and registers differ over the same made-up inputs.

Only bits count that are the same in all runs of the reference, which begin with different made-up values: what no reset
has set yet tells nothing.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from resources.domains.chip_design.elaboration import Elaborated
from resources.domains.chip_design.interpretation.design import Design
from resources.domains.chip_design.interpretation.expected import (
    OWN_ORIGINS,
    Expected,
    expected_of,
    flattened,
    top_instance,
)
from resources.domains.chip_design.interpretation.runs import Run, Trial, Values, recognise, run, tried
from resources.domains.chip_design.interpretation.simulation import Simulation
from resources.domains.chip_design.interpretation.structure import compared, structure


def compare(reference: str, top: str, elaborated: Elaborated) -> dict[str, float]:
    """Features by name; empty where the reference cannot be followed. `elaborated` is the candidate, without errors."""
    try:
        expected = expected_of(reference, top)
        if expected is None:
            return {}
        instance = top_instance(elaborated, top)
        design = None if instance is None else flattened(instance)
        if design is None:
            return {"followed": 0.0, "top_missing": float(instance is None)}
        return _followed(expected, design)
    except RecursionError:
        return {"followed": 0.0}


def _followed(expected: Expected, design: Design) -> dict[str, float]:
    """Single steps are tried only where the registers are those of the reference."""
    simulation, plan = Simulation(design), expected.plan
    is_recognised = recognise(simulation, expected.layouts)
    runs = [run(simulation, plan, origin, expected.run_budget) for origin in OWN_ORIGINS]
    trials = [
        [tried(simulation, setting, plan.outputs, origin, expected.trial_budget) for origin in OWN_ORIGINS]
        for setting in (expected.settings if is_recognised else ())
    ]
    return (
        {"followed": 1.0, "followed_recognised": float(is_recognised)}
        | compared(structure(design), expected.structure)
        | _runs_compared(expected.runs, runs)
        | _trials_compared(expected.trials[: len(trials)], trials)
    )


def _runs_compared(expected: Sequence[Run], own: Sequence[Run]) -> dict[str, float]:
    points = list(
        zip(
            zip(*(item.outputs for item in expected), strict=False),
            zip(*(item.outputs for item in own), strict=False),
            strict=False,
        )
    )
    differing = [_differs(*point) for point in points]
    first = next((index for index, differs in enumerate(differing) if differs), None)
    return {
        "followed_differs": _share(differing),
        "followed_until": 1.0 if first is None else first / len(differing),
        "followed_unknown": _share(_is_unknown(*point) for point in points),
        "followed_cut": float(not own[0].is_whole and expected[0].is_whole),
        "followed_points": float(len(points)),
    }


def _trials_compared(
    expected: Sequence[Sequence[Trial | None]], own: Sequence[Sequence[Trial | None]]
) -> dict[str, float]:
    known = [
        ([item for item in several if item], [item for item in trials if item])
        for several, trials in zip(expected, own, strict=True)
        if all(several) and all(trials)
    ]
    outputs = [(list(map(_outputs, several)), list(map(_outputs, trials))) for several, trials in known]
    return {
        "followed_trials": float(len(known)),
        "followed_outputs": _share(_differs(*pair) for pair in outputs),
        "followed_unstable": _share(_is_unknown(*pair) for pair in outputs),
        "followed_registers": _share(
            _differs([item.registers for item in several], [item.registers for item in trials])
            for several, trials in known
        ),
    }


def _outputs(trial: Trial) -> Values:
    return trial.before + trial.after


def _differs(several: Sequence[Any], own: Sequence[Any]) -> bool:
    """Whether `own` have something else in common than `several` have: bit by bit, element by element."""
    if own[0] is None or own[1] is None or (own[0] in several and own[1] in several):
        return False
    if isinstance(own[0], tuple):
        return any(map(_differs, zip(*several, strict=True), zip(*own, strict=True)))
    return bool(reduce(and_, several) & ~reduce(or_, own) | ~reduce(or_, several) & reduce(and_, own))


def _is_unknown(several: Sequence[Any], own: Sequence[Any]) -> bool:
    """Whether `own` differ where `several` are the same."""
    if own[0] == own[1]:
        return False
    if isinstance(own[0], tuple):
        return any(map(_is_unknown, zip(*several, strict=True), zip(*own, strict=True)))
    return bool((own[0] ^ own[1]) & ~(reduce(and_, several) ^ reduce(or_, several)))


def _share(found: Iterable[bool]) -> float:
    values = list(found)
    return sum(values) / len(values) if values else 0.0
