"""What made-up calls show of a candidate against its baseline: features, as shares of the calls."""

import json
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.code_optimization.interpretation.kept_calls import Expected, expected
from resources.domains.code_optimization.interpretation.machine import Ending
from resources.domains.code_optimization.interpretation.program import Program
from resources.domains.code_optimization.interpretation.runs import Result, run
from resources.execution.bundle import EnvironmentBundle

OUTCOMES = ("same", "different", "unbalanced", "memory", "arithmetic", "illegal", "endless", "wandering", "unknown")
_SLACK = 400
"""Steps beyond twice the baseline's before a path counts as one without end."""
_ENOUGH = 3
"""Calls that do not come to the same end, after which no more are followed."""


def compare(bundle: EnvironmentBundle, source: Assembly) -> Mapping[str, float]:
    """Shares of the calls by what becomes of them; empty where the baseline itself cannot be followed."""
    wanted = expected(bundle.reference, bundle.interface, bundle.settings.get("entry", ""), _shown_texts(bundle))
    if not wanted:
        return {}
    program = Program(source)
    found: list[str] = []
    steps = before = 0
    for item in wanted:
        if (found and found[-1] in ("endless", "wandering")) or len(found) - found.count("same") >= _ENOUGH:
            break
        outcome, result = _followed(program, item)
        found.append(outcome)
        if outcome == "same" and result is not None:
            steps, before = steps + result.path.steps, before + item.result.path.steps
    counts = Counter(found)
    first = next((outcome for outcome in found if outcome != "same"), "same")
    return {
        **{f"followed_{outcome}": counts[outcome] / len(found) for outcome in OUTCOMES},
        **{f"followed_first_{outcome}": float(outcome == first) for outcome in OUTCOMES},
        "followed_steps": steps / before if before else 1.0,
    }


def _followed(program: Program, item: Expected) -> tuple[str, Result | None]:
    start = program.entry(item.name)
    if start is None:
        return "unknown", None
    most = 2 * item.result.path.steps + _SLACK
    result = run(program, start, item.prototype, item.call, most)
    return _outcome(result, item.result), result


def _outcome(result: Result, baseline: Result) -> str:
    if result.path.ending is not Ending.RETURNED:
        return str(result.path.ending.value)
    if not result.is_balanced:
        return "unbalanced"
    return "same" if (result.value, result.rooms) == (baseline.value, baseline.rooms) else "different"


@lru_cache(maxsize=256)
def _texts_of(suite: str) -> tuple[bytes, ...]:
    try:
        tests = json.loads(suite)
        shown = [test["stdin"] for test in tests if test.get("shown")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ()
    return tuple(str(text).partition("\n")[2].encode("utf-8", "replace") for text in shown[:8])


def _shown_texts(bundle: EnvironmentBundle) -> tuple[bytes, ...]:
    return tuple(text for text in _texts_of(bundle.files.get("tests.json", "")) if text)
