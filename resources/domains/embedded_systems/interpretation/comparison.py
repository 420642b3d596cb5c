"""What following shows of a candidate beside its reference: features, by scenario and over all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from resources.domains.embedded_systems.checks.comparing import failure
from resources.domains.embedded_systems.interpretation.expected import Expected, board_of, expected_of, read_program
from resources.domains.embedded_systems.interpretation.program import Program
from resources.domains.embedded_systems.interpretation.runs import run
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, Unlinked
from resources.domains.embedded_systems.judging import judge_function, judge_model
from resources.execution.bundle import EnvironmentBundle
from resources.execution.outcome import Outcome

ENDS = {
    Outcome.MEMORY_FAULT: "memory",
    Outcome.HARDWARE_FAULT: "hardware",
    Outcome.PROTOCOL_VIOLATION: "violation",
    Outcome.RUNTIME_ERROR: "ended",
    Outcome.TIMEOUT: "stuck",
    Outcome.FUNCTIONAL_MISMATCH: "mismatch",
    Outcome.RESOURCE_EXCEEDED: "flood",
}
_SLACK = 8_000
"""Work beyond four thirds of the reference's before a path counts as one without end."""


def compare(bundle: EnvironmentBundle, code: str) -> dict[str, float]:
    """Only `followed`, and whether a linker is why, where the candidate cannot be followed; empty where the reference
    cannot."""
    wanted = expected_of(bundle)
    if not wanted:
        return {}
    try:
        program = read_program(code, board_of(bundle))
    except Unfollowed as error:
        return {"followed": 0.0, "followed_unlinked": float(isinstance(error, Unlinked))}
    reports = list(reports_of(program, wanted))
    ends = [report["ended"] for report in reports]
    if "unknown" in ends:
        return {"followed": 0.0}
    return {"followed": 1.0, "followed_endless": float("budget" in ends)} | _judged(wanted, reports)


def reports_of(program: Program, wanted: Sequence[Expected]) -> Sequence[Mapping[str, Any]]:
    """Up to a scenario in which the path is cut, or the CPU faults: that decides."""
    found: list[Mapping[str, Any]] = []
    for item in wanted:
        found.append(run(program, item.scenario, item.work + item.work // 3 + _SLACK))
        if found[-1]["ended"] in ("unknown", "budget", "fault"):
            break
    return found


def _judged(wanted: Sequence[Expected], reports: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """As the stages would: what ends a run comes before what its checks say."""
    pairs = list(zip(wanted, reports, strict=False))
    kept = [(item, report) for item, report in pairs if report["ended"] != "budget"]
    judged = judge_model(reports, None)
    function = judge_function([item.record for item, _ in kept], [report for _, report in kept])
    outcome = judged.outcome or function.judged.outcome
    changed = [sum(bool(failure(check, report)) for check in item.record.checks) for item, report in kept]
    differs = sum(map(bool, changed)) if judged.outcome is None else len(reports)
    first = next((place for place, count in enumerate(changed) if count), len(wanted))
    return {
        **{f"followed_{name}": float(outcome is item) for item, name in ENDS.items()},
        "followed_same": float(outcome is None and len(kept) == len(wanted)),
        "followed_differs": differs / len(wanted),
        "followed_first_difference": first / len(wanted),
        "followed_failed_checks": function.failed / max(1, function.checks),
        **_changes(kept),
    }


def _changes(kept: Sequence[tuple[Expected, Mapping[str, Any]]]) -> dict[str, float]:
    """Shares of the scenarios in which something is another than with the reference, whether a check asks or not."""
    views: dict[str, Callable[[Mapping[str, Any]], Any]] = {
        "text": lambda report: {name: [item[1:] for item in sent] for name, sent in report["uart"].items()},
        "levels": lambda report: {pin: [level for _, level in seen] for pin, seen in report["pins"].items()},
        "registers": lambda report: report["registers"],
        "handlers": lambda report: {name: tally["count"] for name, tally in report["interrupts"].items()},
        "devices": lambda report: report["devices"],
        "memory": lambda report: report["memory"],
    }
    return {
        f"followed_other_{name}": sum(view(item.report) != view(report) for item, report in kept) / max(1, len(kept))
        for name, view in views.items()
    }
