"""What following a bundle's cases shows of a candidate against its reference: features, and no verdict."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.comparing import Tolerance, tolerances_of
from resources.domains.gpu_kernels.interpretation.endings import Ending
from resources.domains.gpu_kernels.interpretation.expected import Expected, expected
from resources.domains.gpu_kernels.interpretation.judging import changed, flattened, judged
from resources.domains.gpu_kernels.interpretation.paths import Result, follow
from resources.domains.gpu_kernels.interpretation.scripts.expected import ExpectedTests, expected_tests
from resources.domains.gpu_kernels.interpretation.scripts.paths import ScriptRun, follow_script
from resources.execution.bundle import EnvironmentBundle

ENDINGS = tuple(str(ending) for ending in Ending if ending is not Ending.RETURNED)
OUTCOMES = ("same", "values", "shapes", "changed", *ENDINGS)
ENDED = ("same", "values", "shapes", "changed")
AT_ONCE = ("import", "entry", "refused", "launch", "resources")
"""What ends a candidate while its kernels are compiled, whatever a run would show."""
AT_LAST = ("memory", "race", "raised", "endless")
"""What ends a run."""
_SLACK = 1_500


@dataclass(frozen=True)
class Run:
    """A case's outcome, and the largest error in units of what is tolerated, as a logarithm."""

    outcome: str
    error: float
    steps: int
    launches: int
    shared_bytes: int = 0


def compare(bundle: EnvironmentBundle, tree: ast.Module) -> dict[str, float]:
    """Features named `followed…`; where the candidate cannot be followed, `followed` alone, which is 0 then. Empty
    where the reference cannot."""
    if bundle.settings.get("harness") == "script":
        return _compare_tests(bundle, tree)
    wanted = expected(bundle.reference, bundle.files.get("oracle.py", ""), bundle.settings.get("entry", ""))
    if not wanted or bundle.settings.get("harness", "entry") != "entry":
        return {}
    return features_of(_runs(bundle, tree, wanted), [item.steps for item in wanted])


def _compare_tests(bundle: EnvironmentBundle, tree: ast.Module) -> dict[str, float]:
    """Of a bundle whose tests are a script: each part of it that is followed is one run."""
    wanted = expected_tests(bundle.reference, bundle.files.get("driver.py", ""))
    if not wanted:
        return {}
    tolerances, runs = tolerances_of(bundle), list[Run]()
    for item in wanted:
        runs.append(run_of_tests(tree, item, tolerances))
        if runs[-1].outcome not in (*ENDED, str(Ending.UNKNOWN)):
            break
    return features_of(runs, [item.steps for item in wanted])


def run_of_tests(tree: ast.Module, wanted: ExpectedTests, tolerances: Mapping[str, Tolerance]) -> Run:
    return run_of_script(follow_script(tree, wanted.script, most_steps(wanted), wanted.part), wanted, tolerances)


def run_of_script(tested: ScriptRun, wanted: ExpectedTests, tolerances: Mapping[str, Tolerance]) -> Run:
    """Where programs were left out, only launches of the reference's sizes were followed over the same ones."""
    result, outcome, error = tested.result, str(tested.result.ending), 0.0
    if result.ending is Ending.RETURNED:
        outcome, error = judged(result.returned, wanted.tested.result.returned, tolerances)
        if (tested.is_part or wanted.tested.is_part) and tested.grids != wanted.tested.grids:
            outcome = str(Ending.UNKNOWN)
    return Run(outcome, error, result.steps, result.launches, result.shared_bytes)


def _runs(bundle: EnvironmentBundle, tree: ast.Module, wanted: Sequence[Expected]) -> list[Run]:
    """All cases, up to an end that a later one cannot come before."""
    tolerances = tolerances_of(bundle)
    runs: list[Run] = []
    for item in wanted:
        runs.append(_run(tree, bundle.settings["entry"], item, tolerances))
        if runs[-1].outcome in AT_ONCE or (runs[-1].outcome in AT_LAST and len(runs) > 1):
            break
    return runs


def _run(tree: ast.Module, entry: str, item: Expected, tolerances: Mapping[str, Tolerance]) -> Run:
    arguments = item.case.fresh()
    result = follow(tree, entry, arguments, most_steps(item), compiles=item.case.is_compiled)
    return run_of(result, arguments, item, tolerances)


def most_steps(item: Expected | ExpectedTests) -> int:
    """That a candidate may take where the reference takes its own."""
    return 3 * item.steps + _SLACK


def run_of(result: Result, arguments: Sequence[Any], item: Expected, tolerances: Mapping[str, Tolerance]) -> Run:
    """What a path that was followed with these arguments has come to."""
    outcome, error = str(result.ending), 0.0
    if result.ending is Ending.RETURNED:
        outcome, error = judged(flattened(result.returned), item.parts, tolerances)
        if outcome == "same" and changed(arguments, item.case.arguments):
            outcome = "changed"
    elif result.ending is Ending.REFUSED and not item.case.is_compiled:
        outcome = "raised"
    return Run(outcome, error, result.steps, result.launches, result.shared_bytes)


def features_of(runs: Sequence[Run], steps: Sequence[int], at_once: Sequence[str] = AT_ONCE) -> dict[str, float]:
    """`steps` are the reference's. `at_once` is what ends a candidate before any case is run to its end."""
    known = [run for run in runs if run.outcome != "unknown"]
    if not known:
        return {"followed": 0.0}
    first = first_of([run.outcome for run in known], at_once)
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


def _same(runs: Sequence[Run]) -> int:
    return sum(run.outcome == "same" for run in runs)


def first_of(outcomes: Sequence[str], at_once: Sequence[str]) -> str:
    """The outcome that the real pipeline meets first: what is compiled before any case is run comes before what ends
    a run, and all cases are run before any is compared."""
    hard = [outcome for outcome in outcomes if outcome not in ENDED]
    soft = [outcome for outcome in outcomes if outcome in ENDED[1:]]
    return next((outcome for outcome in hard if outcome in at_once), (hard + soft + ["same"])[0])
