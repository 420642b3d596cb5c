"""What the board would say of a firmware that fails in a run: the lines of `judging`, from the follower's reports.

What the build says is `foresight`. Times in the words are the follower's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from resources.domains.embedded_systems.interpretation.comparison import reports_of
from resources.domains.embedded_systems.interpretation.expected import Expected, board_of, expected_of, read_program
from resources.domains.embedded_systems.interpretation.places import PlacedProgram
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed
from resources.domains.embedded_systems.judging import Judged, judge_function, judge_model
from resources.domains.embedded_systems.stages.reject import reject, unreadable
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation

_CUT = ("unknown", "budget")
"""Ends of a path that is not followed to its end."""


def followed(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See the method of the domain."""
    wanted = expected_of(bundle)
    if not wanted or unreadable(candidate.code) or reject(candidate.code):
        return None
    try:
        program = read_program(candidate.code, board_of(bundle), PlacedProgram)
    except Unfollowed:
        return None
    reports = reports_of(program, wanted)
    if any(report["ended"] in _CUT for report in reports):
        return None
    return _said(wanted, reports)


def _said(wanted: Sequence[Expected], reports: Sequence[Mapping[str, Any]]) -> Observation | None:
    model = judge_model(reports, None)
    if model.outcome is not None:
        return _observed("model", model)
    return _observed("function", judge_function([item.record for item in wanted], reports).judged)


def _observed(stage: str, judged: Judged) -> Observation | None:
    if judged.outcome is None or judged.lines[0].startswith("0x"):
        return None
    return Observation(judged.outcome, stage, "".join(f"{line}\n" for line in judged.lines).encode("utf-8", "replace"))
