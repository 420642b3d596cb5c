"""A candidate beside its reference in the simulated scenarios of the task: whether they agree, and features."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.embedded_systems.execution.checks.comparing import failure
from resources.domains.embedded_systems.execution.checks.conduct import unmet
from resources.domains.embedded_systems.execution.judging import judge_function, judge_model
from resources.domains.embedded_systems.language.source import unreadable
from resources.domains.embedded_systems.prediction.simulator.program import Program
from resources.domains.embedded_systems.prediction.simulator.scenarios import (
    Expected,
    board_of,
    expected_of,
    read_program,
    run,
)
from resources.domains.embedded_systems.prediction.simulator.tokens import Unlinked
from resources.domains.simulation import (
    Agreement,
    Coverage,
    Difference,
    DifferentialResult,
    HaltReason,
    reference_unsupported,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct
from resources.execution.bundle import Candidate, EnvironmentBundle
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
_HALTS = {
    "budget": HaltReason.BUDGET, "unknown": HaltReason.UNSUPPORTED, "storm": HaltReason.ENDLESS,
    "flood": HaltReason.ENDLESS,
}  # fmt: skip
_TIMES, _SLACK = 3, 30_000
"""Work beyond that of the reference, so often and so much, before a run is cut. Of independent answers that pass, the
slowest takes 2.5 times as much: one that computes in bits what the reference has in a table."""


class FirmwareSimulator:
    """Implements Simulator. A case is a scenario of the task; a check of it that fails is a difference."""

    def compare(self, bundle: EnvironmentBundle, candidate: Candidate) -> DifferentialResult:
        scenarios = expected_of(bundle)
        if not scenarios:
            return reference_unsupported("no scenario of the reference")
        if problem := unreadable(candidate.code):
            return _unsupported(scenarios, problem, {})
        try:
            program = read_program(candidate.code, board_of(bundle))
        except UnsupportedConstruct as error:
            unlinked = float(isinstance(error, Unlinked))
            return _unsupported(scenarios, error.why, {"followed": 0.0, "followed_unlinked": unlinked})
        reports = reports_of(program, scenarios)
        if "unknown" in {report["ended"] for report in reports}:
            return _unsupported(scenarios, "what it does", {"followed": 0.0})
        return _compared(scenarios, reports)


def _unsupported(scenarios: Sequence[Expected], why: str, features: Mapping[str, float]) -> DifferentialResult:
    coverage = Coverage(len(scenarios), 0, (why,))
    return DifferentialResult(Agreement.UNKNOWN, HaltReason.UNSUPPORTED, coverage, features=features)


def _compared(scenarios: Sequence[Expected], reports: Sequence[Mapping[str, Any]]) -> DifferentialResult:
    cases = [_case(scenario, report) for scenario, report in zip(scenarios, reports, strict=False)]
    complete = [case for case in cases if case.halt is not HaltReason.BUDGET]
    features = {"followed": 1.0, "followed_endless": float(len(complete) < len(cases))}
    features |= _judged(len(scenarios), reports, complete)
    difference = next((case.difference for case in complete if case.difference is not None), None)
    agreement = Agreement.SAME if features["followed_same"] else Agreement.UNKNOWN
    return DifferentialResult(
        Agreement.DIFFERENT if difference is not None else agreement,
        next((case.halt for case in cases if case.halt is not HaltReason.RETURNED), HaltReason.RETURNED),
        Coverage(len(scenarios), len(complete)),
        difference,
        features=features,
    )


@dataclass(frozen=True)
class _Case:
    """A scenario of the candidate: how it halted, and the checks that the reference holds and it does not."""

    scenario: Expected
    report: Mapping[str, Any]
    halt: HaltReason
    failures: tuple[str, ...]
    difference: Difference | None


def _case(scenario: Expected, report: Mapping[str, Any]) -> _Case:
    judged = judge_model([report], None)
    texts = (failure(check, report) for check in scenario.record.checks)
    failures = tuple(filter(None, (*texts, *(unmet(demand, report) for demand in scenario.record.demands))))
    what = judged.lines[0] if judged.outcome else next(iter(failures), "")
    halt = _HALTS.get(report["ended"], HaltReason.RETURNED)
    if report["fault"] is not None:
        halt = HaltReason.MEMORY if judged.outcome is Outcome.MEMORY_FAULT else HaltReason.HARDWARE
    return _Case(scenario, report, halt, failures, Difference(scenario.record.name, what) if what else None)


def reports_of(program: Program, scenarios: Sequence[Expected]) -> Sequence[Mapping[str, Any]]:
    """Up to a scenario in which the run is cut, or the CPU faults: that decides."""
    reports: list[Mapping[str, Any]] = []
    for item in scenarios:
        reports.append(run(program, item.scenario, _TIMES * item.work + _SLACK))
        if reports[-1]["ended"] in ("unknown", "budget", "fault"):
            break
    return reports


def _judged(count: int, reports: Sequence[Mapping[str, Any]], complete: Sequence[_Case]) -> dict[str, float]:
    """As the stages would: what ends a run comes before what its checks say. `count` is that of the scenarios."""
    judged = judge_model(reports, None)
    function = judge_function([case.scenario.record for case in complete], [case.report for case in complete])
    outcome = judged.outcome or function.judged.outcome
    differs = sum(bool(case.failures) for case in complete) if judged.outcome is None else len(reports)
    return {
        **{f"followed_{name}": float(outcome is item) for item, name in ENDS.items()},
        "followed_same": float(outcome is None and len(complete) == count),
        "followed_differs": differs / count,
        "followed_first_difference": next((at for at, case in enumerate(complete) if case.failures), count) / count,
        "followed_failed_checks": function.failed / max(1, function.checks),
        **_changes(complete),
    }


def _changes(complete: Sequence[_Case]) -> dict[str, float]:
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
        f"followed_other_{name}": sum(view(case.scenario.report) != view(case.report) for case in complete)
        / max(1, len(complete))
        for name, view in views.items()
    }
