"""What made-up calls show of a candidate against its baseline: features, as shares of the calls."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.code_optimization.interpretation.harnesses import compiled
from resources.domains.code_optimization.interpretation.kept_calls import Expected, expected
from resources.domains.code_optimization.interpretation.machine import Ending
from resources.domains.code_optimization.interpretation.program import Program
from resources.domains.code_optimization.interpretation.runs import Result, run
from resources.domains.code_optimization.interpretation.typed.declarations import is_header
from resources.domains.code_optimization.interpretation.typed.following import follow
from resources.domains.code_optimization.interpretation.typed.kept import ExpectedScenario, expected_scenarios
from resources.domains.code_optimization.interpretation.typed.types import Shapes
from resources.domains.code_optimization.interpretation.whole_programs import MAIN, Run, expected_runs, followed
from resources.domains.code_optimization.seeds.library import HARNESS
from resources.domains.code_optimization.test_suite import SUITE_FILE
from resources.execution.bundle import EnvironmentBundle

OUTCOMES = ("same", "different", "unbalanced", "memory", "arithmetic", "illegal", "endless", "wandering", "unknown")
_SLACK = 400
"""Steps beyond twice the baseline's before a path counts as one without end."""
_ENOUGH = 3
"""Calls that do not come to the same end, after which no more are followed."""


def compare(bundle: EnvironmentBundle, source: Assembly) -> Mapping[str, float]:
    """Shares of the calls by what becomes of them; empty where the baseline itself cannot be followed."""
    followers = _followers(bundle)
    if not followers:
        return {}
    program = Program(source)
    found: list[str] = []
    steps = before = 0
    for follower in followers:
        if (found and found[-1] in ("endless", "wandering")) or len(found) - found.count("same") >= _ENOUGH:
            break
        seen = follower.follow(program)
        found.append(seen.outcome)
        if seen.outcome == "same":
            steps, before = steps + seen.steps, before + seen.baseline_steps
    counts = Counter(found)
    repeated = [outcome for outcome, follower in zip(found, followers, strict=False) if follower.is_replay]
    first = next((outcome for outcome in found if outcome != "same"), "same")
    return {
        **{f"followed_{outcome}": counts[outcome] / len(found) for outcome in OUTCOMES},
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
    if result.ending is not Ending.RETURNED:
        return Seen(str(result.ending.value))
    if not result.is_balanced:
        return Seen("unbalanced")
    return Seen("same" if result.sights == before.sights else "different", result.steps, before.steps)


def _call_seen(program: Program, item: Expected) -> Seen:
    start = program.entry(item.name)
    if start is None:
        return Seen("unknown")
    most = 2 * item.result.path.steps + _SLACK
    result = run(program, start, item.prototype, item.call, most)
    return Seen(_outcome(result, item.result), result.path.steps, item.result.path.steps)


def _outcome(result: Result, baseline: Result) -> str:
    if result.path.ending is not Ending.RETURNED:
        return str(result.path.ending.value)
    if not result.is_balanced:
        return "unbalanced"
    return "same" if (result.value, result.rooms) == (baseline.value, baseline.rooms) else "different"


def _run_seen(program: Program, before: Run) -> Seen:
    run = followed(program, before.given, 2 * before.steps + _SLACK)
    if run.ending is not Ending.RETURNED:
        return Seen(str(run.ending.value))
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
