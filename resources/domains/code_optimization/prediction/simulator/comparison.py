"""What made-up calls show of a candidate against its baseline."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from resources.domains.code_optimization.execution.test_suite import SUITE_FILE
from resources.domains.code_optimization.language.assembly import Assembly, parsed
from resources.domains.code_optimization.language.c_declarations import is_header
from resources.domains.code_optimization.language.c_types import Shapes
from resources.domains.code_optimization.language.normal_text import normal_text
from resources.domains.code_optimization.prediction.simulator.call_selection import Expected, expected
from resources.domains.code_optimization.prediction.simulator.program import Program
from resources.domains.code_optimization.prediction.simulator.replay import compiled
from resources.domains.code_optimization.prediction.simulator.runs import (
    MAIN,
    Result,
    Run,
    expected_runs,
    followed,
    run,
)
from resources.domains.code_optimization.prediction.simulator.scenarios.execution import follow
from resources.domains.code_optimization.prediction.simulator.scenarios.selection import (
    ExpectedScenario,
    expected_scenarios,
)
from resources.domains.code_optimization.tasks.library import HARNESS
from resources.domains.simulation import (
    Agreement,
    Coverage,
    Difference,
    DifferentialResult,
    HaltReason,
    reference_unsupported,
)
from resources.execution.bundle import Candidate, EnvironmentBundle

OUTCOMES = ("same", "different", "unbalanced", "memory", "arithmetic", "illegal", "endless", "wandering", "unknown")
UNKNOWN = ("an instruction or a function",)
NOT_FOLLOWED = ("tests that are held back",)
"""Checks of an execution that are not simulated."""
MOST_CHARACTERS, MOST_INSTRUCTIONS = 60_000, 1200
"""Reading and following more takes longer than the 5 ms a cheap check may."""
_HALTS = {reason.value: reason for reason in HaltReason if reason is not HaltReason.RETURNED}
_SLACK = 400
"""Steps beyond twice the baseline's before a path counts as one without end."""
_ENOUGH = 3
"""Calls that do not come to the same end, after which no more are followed."""


class AssemblySimulator:
    """Implements Simulator. A case is a call, a scenario of calls, or a program's run on an input."""

    def compare(self, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
        code = normal_text(candidate.code)
        if len(code) > MOST_CHARACTERS or "\0" in code:
            return reference_unsupported("a text of this length")
        return simulate(bundle, parsed(code.replace("\r\n", "\n")))


def simulate(bundle: EnvironmentBundle, source: Assembly) -> DifferentialResult:
    """A text that was read before, beside the baseline."""
    followers = _followers(bundle)
    if not followers:
        return reference_unsupported("the baseline")
    if len(source.instructions) > MOST_INSTRUCTIONS:
        coverage = Coverage(len(followers), 0, ("so many instructions",))
        return DifferentialResult(Agreement.UNKNOWN, HaltReason.UNSUPPORTED, coverage)
    return _result(followers, list(_followed(followers, Program(source))))


def _followed(followers: Sequence["Follower"], program: Program) -> Iterator["Seen"]:
    """Up to what has no end, or to enough that is not the same."""
    differing = 0
    for follower in followers:
        seen = follower.follow(program)
        yield seen
        differing += seen.outcome != "same"
        if seen.outcome in ("endless", "wandering") or differing >= _ENOUGH:
            break


def _result(followers: Sequence["Follower"], seen: Sequence["Seen"]) -> DifferentialResult:
    outcomes = [item.outcome for item in seen]
    first = next((outcome for outcome in outcomes if outcome != "same"), "same")
    place = next((place for place, outcome in enumerate(outcomes) if outcome not in ("same", "unknown")), None)
    unknown = outcomes.count("unknown")
    return DifferentialResult(
        Agreement.DIFFERENT if place is not None else Agreement.UNKNOWN if unknown else Agreement.SAME,
        next((_HALTS[outcome] for outcome in outcomes if outcome in _HALTS), HaltReason.RETURNED),
        Coverage(
            len(followers), len(seen) - unknown, ("an instruction or a function",) if unknown else (), NOT_FOLLOWED
        ),
        None if place is None else Difference(f"case {place}", outcomes[place]),
        features=_features(followers, seen, first),
    )


def _features(followers: Sequence["Follower"], seen: Sequence["Seen"], first: str) -> Mapping[str, float]:
    """Shares of the cases by what becomes of them."""
    outcomes = [item.outcome for item in seen]
    counts = Counter(outcomes)
    same = [item for item in seen if item.outcome == "same"]
    steps, before = sum(item.steps for item in same), sum(item.baseline_steps for item in same)
    repeated = [outcome for outcome, follower in zip(outcomes, followers, strict=False) if follower.is_replay]
    return {
        **{f"followed_{outcome}": counts[outcome] / len(seen) for outcome in OUTCOMES},
        **{f"followed_first_{outcome}": float(outcome == first) for outcome in OUTCOMES},
        "followed_steps": steps / before if before else 1.0,
        **({"followed_tests_same": repeated.count("same") / len(repeated)} if repeated else {}),
    }


@dataclass(frozen=True)
class Follower:
    """Follows a candidate through one kept call or scenario. `is_replay`: through what a test does."""

    follow: Callable[[Program], "Seen"]
    is_replay: bool = False


def _followers(bundle: EnvironmentBundle) -> Sequence[Follower]:
    entry, suite = bundle.settings.get("entry", ""), bundle.files.get(SUITE_FILE, "")
    if is_header(bundle.interface):
        known = expected_scenarios(bundle.reference, bundle.interface, entry, bundle.files.get(HARNESS, ""), suite)
        if known is not None and known.items:
            return [
                Follower(partial(_scenario_seen, shapes=known.shapes, item=item), item.scenario.is_replay)
                for item in known.items
            ]
    shown, harness = _shown(suite), compiled(bundle.files.get(HARNESS, ""))
    if entry == MAIN:
        runs = expected_runs(bundle.reference, shown)
        return [Follower(partial(_run_seen, before=before), is_replay=True) for before in runs]
    wanted = expected(bundle.reference, bundle.interface, entry, shown, harness)
    return [Follower(partial(_call_seen, item=item), item.is_replay) for item in wanted]


@dataclass(frozen=True)
class Seen:
    """What became of one call or scenario, and the steps that it took."""

    outcome: str
    steps: int = 0
    baseline_steps: int = 0


def _scenario_seen(program: Program, shapes: Shapes, item: ExpectedScenario) -> Seen:
    before = item.outcome
    result = follow(program, item.scenario, shapes, 2 * before.steps + _SLACK)
    if result.halt is not HaltReason.RETURNED:
        return Seen(str(result.halt.value))
    if not result.is_balanced:
        return Seen("unbalanced")
    return Seen("same" if result.views == before.views else "different", result.steps, before.steps)


def _call_seen(program: Program, item: Expected) -> Seen:
    start = program.entry(item.name)
    if start is None:
        return Seen("unknown")
    most = 2 * item.result.path.steps + _SLACK
    result = run(program, start, item.prototype, item.call, most)
    return Seen(_outcome(result, item.result), result.path.steps, item.result.path.steps)


def _outcome(result: Result, baseline: Result) -> str:
    if result.path.halt is not HaltReason.RETURNED:
        return str(result.path.halt.value)
    if not result.is_balanced:
        return "unbalanced"
    return "same" if (result.value, result.buffers) == (baseline.value, baseline.buffers) else "different"


def _run_seen(program: Program, before: Run) -> Seen:
    run = followed(program, before.given, 2 * before.steps + _SLACK)
    if run.halt is not HaltReason.RETURNED:
        return Seen(str(run.halt.value))
    is_same = (run.printed, run.status) == (before.printed, before.status)
    return Seen("same" if is_same else "different", run.steps, before.steps)


@lru_cache(maxsize=256)
def _shown(suite: str) -> tuple[bytes, ...]:
    """What the shown tests read."""
    try:
        tests = json.loads(suite)
        shown = [test["stdin"] for test in tests if test.get("shown")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ()
    return tuple(str(text).encode("utf-8", "replace") for text in shown[:8])
