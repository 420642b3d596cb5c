"""Candidate against reference: what the bundle's own bench says of it, run in Python, and how often outputs and
registers differ over the same made-up inputs.

The bench decides where it came to its end, since it is what the real tools run. Of made-up inputs, only bits count that
are the same in all runs of the reference, which begin with different made-up values: what no reset has set yet tells
nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from typing import Any

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.language.guard import guard
from resources.domains.chip_design.language.syntax import (
    Elaborated,
    construct_counts,
    elaborate,
    may_be_elaborated,
    reference_counts,
)
from resources.domains.chip_design.prediction.simulator.design import Design
from resources.domains.chip_design.prediction.simulator.expected import (
    OWN_ORIGINS,
    Expected,
    expected_of,
    flattened,
    top_instance,
)
from resources.domains.chip_design.prediction.simulator.simulation import (
    Run,
    Simulation,
    Trial,
    Values,
    recognise,
    run,
    tried,
)
from resources.domains.chip_design.prediction.simulator.structure import compared, structure
from resources.domains.chip_design.prediction.simulator.testbench.beside_reference import beside_reference
from resources.domains.chip_design.prediction.simulator.testbench.comparison import BenchComparison, bench_comparison
from resources.domains.simulation import (
    Agreement,
    Coverage,
    Difference,
    DifferentialResult,
    HaltReason,
    reference_unsupported,
)
from resources.execution.bundle import Candidate, EnvironmentBundle

NETLIST, PROOF, RANDOM_CYCLES = "the netlist", "the proof beside the reference", "the other random cycles beside it"
"""Checks of an execution that were not simulated, or not to their end."""
Point = tuple[Sequence[Values], Sequence[Values]]
"""Values at one place: of each run of the reference, and of each run of the candidate."""
KnownTrial = tuple[Sequence[Trial], Sequence[Trial]]


class DesignSimulator:
    """Implements Simulator. The first case is a run from a reset; each other is a single step from a made-up state."""

    def compare(self, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
        if not may_be_simulated(bundle):
            return reference_unsupported("the reference")
        code = candidate.code
        if guard(code):
            return unsupported("what may not be parsed")
        try:
            counts = construct_counts(code)
            if counts["syntax_errors"] or reject(code) or not may_be_elaborated(code, counts["count_instantiations"]):
                return unsupported("a text with errors, or too large")
            elaborated = elaborate(code)
        except RuntimeError:
            return unsupported("a text that nests too deeply")
        if any(item.isError() for item in elaborated.diagnostics):
            return unsupported("a design with errors")
        return simulate(bundle, code, elaborated)


def may_be_simulated(bundle: EnvironmentBundle) -> bool:
    """Whether the bundle's reference is a design that candidates should equal, and may be elaborated."""
    if not bundle.reference_is_solution or "top" not in bundle.settings:
        return False
    counts = reference_counts(bundle.reference)
    return (
        bool(counts)
        and not counts["syntax_errors"]
        and may_be_elaborated(bundle.reference, counts["count_instantiations"])
    )


def unsupported(why: str, features: Mapping[str, float] | None = None) -> DifferentialResult:
    """Of the candidate, nothing was simulated."""
    return DifferentialResult(
        Agreement.UNKNOWN, HaltReason.UNSUPPORTED, Coverage(1, 0, (why,)), features=features or {}
    )


def simulate(bundle: EnvironmentBundle, code: str, elaborated: Elaborated) -> DifferentialResult:
    """`elaborated` is the candidate, without errors. What its bench lets pass is looked at beside the reference."""
    result = _by_bench(bundle, code, elaborated)
    return result if result.agreement is Agreement.DIFFERENT else _beside_reference(result, bundle, code)


def _by_bench(bundle: EnvironmentBundle, code: str, elaborated: Elaborated) -> DifferentialResult:
    result = over_made_up_inputs(bundle.reference, bundle.settings["top"], elaborated)
    is_different, bench = result.agreement is Agreement.DIFFERENT, bench_comparison(bundle, code)
    if bench is None:
        return result if "exact" in bundle.settings or not is_different else _undecided(result)
    if bench.agreement is Agreement.DIFFERENT or bench.is_whole:
        return _judged(result, bench)
    if is_different:
        return _undecided(result)
    return result if bench.agreement is Agreement.UNKNOWN else _judged(result, bench)


def _beside_reference(result: DifferentialResult, bundle: EnvironmentBundle, code: str) -> DifferentialResult:
    """What an execution looks at after the bench: of a difference nothing else matters, and no solver is asked here."""
    seen = beside_reference(bundle, code)
    if seen is not None and seen.difference:
        return replace(
            result,
            agreement=Agreement.DIFFERENT,
            halt=HaltReason.RETURNED,
            first_difference=Difference("beside the reference", seen.difference),
        )
    left = [NETLIST]
    if "exact" in bundle.settings:
        left += [PROOF] if seen is not None and seen.is_whole else [PROOF, RANDOM_CYCLES]
    return replace(result, coverage=replace(result.coverage, not_looked_at=tuple(left)))


def _judged(result: DifferentialResult, bench: BenchComparison) -> DifferentialResult:
    """What the bench says, with the features of made-up inputs."""
    is_same = bench.agreement is Agreement.SAME
    coverage = Coverage(bench.planned, bench.reached)
    first = None if is_same else Difference("the bench", bench.first_difference)
    return replace(result, agreement=bench.agreement, halt=bench.halt, coverage=coverage, first_difference=first)


def _undecided(result: DifferentialResult) -> DifferentialResult:
    """Different over inputs that no bench may drive."""
    return replace(result, agreement=Agreement.UNKNOWN, first_difference=None)


def over_made_up_inputs(reference: str, top: str, elaborated: Elaborated) -> DifferentialResult:
    """A difference tells a wrong candidate only of a task that fixes every output: a bench drives what its protocol
    allows, and looks where something is to be seen."""
    try:
        expected = expected_of(reference, top)
        if expected is None:
            return reference_unsupported("the reference")
        instance = top_instance(elaborated, top)
        design = None if instance is None else flattened(instance)
        if design is None:
            return unsupported("the design", {"followed": 0.0, "top_missing": float(instance is None)})
        return _compared(expected, design)
    except RecursionError:
        return unsupported("a design so deep", {"followed": 0.0})


def _compared(expected: Expected, design: Design) -> DifferentialResult:
    """Single steps are tried only where the registers are those of the reference."""
    simulation, plan = Simulation(design), expected.plan
    is_recognised = recognise(simulation, expected.layouts)
    runs = [run(simulation, plan, origin, expected.run_budget) for origin in OWN_ORIGINS]
    trials = [
        [tried(simulation, setting, plan.outputs, origin, expected.trial_budget) for origin in OWN_ORIGINS]
        for setting in (expected.settings if is_recognised else ())
    ]
    points = _points(expected.runs, runs)
    known = _known(expected.trials[: len(trials)], trials)
    features = (
        {"followed": 1.0, "followed_recognised": float(is_recognised)}
        | compared(structure(design), expected.structure)
        | _runs_compared(expected.runs, runs, points)
        | _trials_compared(known)
    )
    first = _first_difference(points, known, plan.outputs)
    is_cut = not all(item.is_whole for item in runs)
    cases = 1 + sum(all(several) for several in expected.trials)
    simulated = len(known) + (0 if is_cut else 1)
    is_complete = simulated == cases
    return DifferentialResult(
        Agreement.DIFFERENT if first else Agreement.SAME if is_complete else Agreement.UNKNOWN,
        HaltReason.BUDGET if is_cut else HaltReason.RETURNED,
        Coverage(cases, simulated, () if is_recognised else ("registers of other names and sizes",)),
        first,
        features=features,
    )


def _first_difference(points: Sequence[Point], known: Sequence[KnownTrial], names: Sequence[str]) -> Difference | None:
    for place, point in enumerate(points):
        for name, several, own in zip(names, zip(*point[0], strict=True), zip(*point[1], strict=True), strict=True):
            if _differs(several, own):
                return Difference(f"run, point {place}", name)
    for place, pair in enumerate(known):
        if _differs(*_outputs(*pair)):
            return Difference(f"step {place}", "an output")
        if _differs(*_registers(*pair)):
            return Difference(f"step {place}", "a register")
    return None


def _points(expected: Sequence[Run], own: Sequence[Run]) -> Sequence[Point]:
    """Outputs at the same places of all runs, as far as all of them came."""
    return list(
        zip(
            zip(*(item.outputs for item in expected), strict=False),
            zip(*(item.outputs for item in own), strict=False),
            strict=False,
        )
    )


def _runs_compared(expected: Sequence[Run], own: Sequence[Run], points: Sequence[Point]) -> dict[str, float]:
    differing = [_differs(*point) for point in points]
    first = next((index for index, differs in enumerate(differing) if differs), None)
    return {
        "followed_differs": _share(differing),
        "followed_until": 1.0 if first is None else first / len(differing),
        "followed_unknown": _share(_is_unknown(*point) for point in points),
        "followed_cut": float(not own[0].is_whole and expected[0].is_whole),
        "followed_points": float(len(points)),
    }


def _known(expected: Sequence[Sequence[Trial | None]], own: Sequence[Sequence[Trial | None]]) -> Sequence[KnownTrial]:
    """Steps that came to their end in all trials of both."""
    return [
        ([item for item in several if item], [item for item in trials if item])
        for several, trials in zip(expected, own, strict=True)
        if all(several) and all(trials)
    ]


def _trials_compared(known: Sequence[KnownTrial]) -> dict[str, float]:
    outputs = [_outputs(several, trials) for several, trials in known]
    return {
        "followed_trials": float(len(known)),
        "followed_outputs": _share(_differs(*pair) for pair in outputs),
        "followed_unstable": _share(_is_unknown(*pair) for pair in outputs),
        "followed_registers": _share(_differs(*_registers(several, trials)) for several, trials in known),
    }


def _outputs(several: Sequence[Trial], trials: Sequence[Trial]) -> Point:
    return [trial.before + trial.after for trial in several], [trial.before + trial.after for trial in trials]


def _registers(several: Sequence[Trial], trials: Sequence[Trial]) -> Point:
    return [trial.registers for trial in several], [trial.registers for trial in trials]


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


def _share(truths: Iterable[bool]) -> float:
    values = list(truths)
    return sum(values) / len(values) if values else 0.0
