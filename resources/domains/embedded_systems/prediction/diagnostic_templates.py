"""What the board would say of a firmware that fails in a run: the lines of `judging`, from the simulator's reports.

What the build says is `static_diagnostics`. Times are the simulator's, and QEMU's second opinion is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE, ScenarioRecord
from resources.domains.embedded_systems.execution.judging import Judged, judge_function, judge_model
from resources.domains.embedded_systems.execution.rejection import reject
from resources.domains.embedded_systems.language.source import unreadable
from resources.domains.embedded_systems.prediction.simulator.comparison import reports_of
from resources.domains.embedded_systems.prediction.simulator.scenarios import (
    board_of,
    expected_of,
    read_program,
    records_of,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation

_CUT = ("unknown", "budget")
"""Ends of a run that was cut."""


def simulated_failure(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See the method of the domain."""
    wanted = expected_of(bundle)
    if not wanted or unreadable(candidate.code) or reject(candidate.code):
        return None
    try:
        program = read_program(candidate.code, board_of(bundle), with_lines=True)
    except UnsupportedConstruct:
        return None
    reports = reports_of(program, wanted)
    if any(report["ended"] in _CUT for report in reports):
        return None
    model = judge_model(reports, None)
    if model.outcome is not None:
        return _observed("model", model, reports)
    records = records_of(bundle.files[CHECKS_FILE])
    if _checks([item.record for item in wanted]) != _checks(records):
        return None
    return _observed("function", judge_function(records, reports).judged, reports)


def _checks(records: Sequence[ScenarioRecord]) -> int:
    """Where the simulated reference fails some, what they say of a candidate is not known."""
    return sum(len(record.checks) for record in records)


def _observed(stage: str, judged: Judged, reports: Sequence[Mapping[str, Any]]) -> Observation | None:
    """None where it passes, and where it fails at a place without a line: in the C library, or where no code is."""
    if judged.outcome is None or judged.lines[0].startswith("0x"):
        return None
    lines = [*judged.lines, *_heading(judged, reports)]
    return Observation(judged.outcome, stage, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def _heading(judged: Judged, reports: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Of the trace that the backend puts behind the lines; its times are not known well enough to go on."""
    named = (item for item in reports if any(f"scenario {item['name']}" in line for line in judged.lines))
    report = next(named, reports[0])
    if report["first_writes"]:
        yield f"trace of scenario {report['name']}:"
