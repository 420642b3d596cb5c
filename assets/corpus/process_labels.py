"""What each turn of a trajectory achieved: it passed, it came further than the turn before, or neither.

Progress is what a trainer may learn from beside the turn that passed: the turn went through a later stage, or the
failure that the tools named first is gone and no earlier stage fails. Which stages ran is kept nowhere, so the stage
that decided is looked up in the domain's order of stages.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from resources.domains.domain import Domain
from resources.execution.observation import Observation
from resources.generation.trajectory import Turn

_Failure = tuple[str, str]
"""Category and symbol of what the tools name first: lines may have moved."""


@dataclass(frozen=True)
class ProcessLabel:
    """`stages_passed` counts the stages that let the candidate through; `cleared` says that the first failure named for
    the turn before is not named any more."""

    outcome: str
    passed: bool
    progressed: bool
    cleared: bool
    stages_passed: int

    def row(self) -> dict[str, Any]:
        return asdict(self)


def process_labels(domain: Domain, turns: Sequence[Turn]) -> list[ProcessLabel]:
    """One for each turn. The first has nothing to progress from."""
    seen = [_whole(turn) for turn in turns]
    named = [_first_failure(domain, observation) for observation in seen]
    return [
        _label(domain, seen[place - 1] if place else None, now, lasts=_lasts(named, place))
        for place, now in enumerate(seen)
    ]


def _lasts(named: Sequence[_Failure | None], place: int) -> bool:
    """Whether what the turn before failed at first does not come back, and what fails now was not there earlier: who
    puts one failure in another's place, and takes that back, came no further."""
    before = named[place - 1] if place else None
    returns = before is not None and before in named[place:]
    is_old = named[place] is not None and named[place] in named[:place]
    return not (returns or is_old)


def _whole(turn: Turn) -> Observation:
    """What counts. A verification is kept without its stages; one that agrees is told by the turn's own observation."""
    return turn.observation if turn.observation.outcome is turn.judged.outcome else turn.judged


def _label(domain: Domain, before: Observation | None, now: Observation, *, lasts: bool) -> ProcessLabel:
    stages = stages_passed(domain, now)
    cleared = before is not None and _is_cleared(domain, before, now)
    further = before is not None and stages > stages_passed(domain, before)
    kept = before is not None and _is_kept(domain, before, now)
    passed = now.outcome.passed
    return ProcessLabel(now.outcome.value, passed, passed or further or (cleared and kept and lasts), cleared, stages)


def stages_passed(domain: Domain, observation: Observation) -> int:
    """How many of the domain's stages let the candidate through; 0 where its order of stages is not known."""
    if observation.outcome.passed:
        return len(domain.stages)
    return domain.stages.index(observation.stage) if observation.stage in domain.stages else 0


def _is_kept(domain: Domain, before: Observation, now: Observation) -> bool:
    """Whether no earlier stage fails; of stages that stand in no order, whether it is the same one."""
    if now.stage in domain.stages and before.stage in domain.stages:
        return stages_passed(domain, now) >= stages_passed(domain, before)
    return now.stage == before.stage


def _is_cleared(domain: Domain, before: Observation, now: Observation) -> bool:
    """Lines may have moved, so a failure is told by its class and symbol. One that was never named is cleared by a
    pass alone."""
    if now.outcome.passed:
        return True
    first = _first_failure(domain, before)
    return first is not None and first not in {(item.category, item.symbol) for item in domain.diagnostics(now)}


def _first_failure(domain: Domain, observation: Observation) -> _Failure | None:
    """None of what passed, and where the tools name none."""
    named = () if observation.outcome.passed else domain.diagnostics(observation)
    return (named[0].category, named[0].symbol) if named else None
