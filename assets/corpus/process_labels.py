"""What each turn of a trajectory achieved: it passed, it came further than the turn before, or neither.

Progress is what a trainer may learn from: the turn passed, without a planted fault that no check sees; it went through
a later stage; or the failure that the tools named first is gone and no earlier stage fails. A crash in place of a wrong
answer is none, nor is a run in which less holds, nor a text that holds what a later turn takes back. Which stages ran
is kept nowhere, so the stage that decided is looked up in the domain's order of stages.

A bench ends at a crash, so that one failed run of one is less than one of seven: what counts is what held. Where a log
counts nothing, the number of the first case or test that it names stands for what held before it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from resources.domains.domain import Domain
from resources.domains.toolkit.candidate_words import is_printed
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.diagnosis.differences import LineChange, line_changes, moved_lines
from resources.generation.diagnosis.symptom import alike
from resources.generation.trajectory import Turn

_ANSWERS = frozenset({Outcome.FUNCTIONAL_MISMATCH, Outcome.GEOMETRY_ERROR, Outcome.PROTOCOL_VIOLATION})
_NO_ANSWERS = frozenset(
    {
        Outcome.RUNTIME_ERROR,
        Outcome.MEMORY_FAULT,
        Outcome.HARDWARE_FAULT,
        Outcome.RESOURCE_EXCEEDED,
        Outcome.TIMEOUT,
    }
)


class _Failure(NamedTuple):
    """What the tools name: its class and symbol; the line of code that it stands at, by its text, since lines move;
    without either, the message itself, numbers aside."""

    category: str
    symbol: str
    text: str


class _Seen(NamedTuple):
    """A turn's program, whether a planted fault stands in it, and what counts of what was said of it."""

    code: str
    observation: Observation
    is_faulty: bool


@dataclass(frozen=True)
class ProcessLabel:
    """`stages_passed` counts the stages that let the candidate through; `cleared` says that the first failure named for
    the turn before is not named any more, by a run that came at least as far."""

    outcome: str
    passed: bool
    progressed: bool
    cleared: bool
    stages_passed: int

    def row(self) -> dict[str, Any]:
        return asdict(self)


def process_labels(domain: Domain, turns: Sequence[Turn]) -> list[ProcessLabel]:
    """One for each turn. The first has nothing to progress from."""
    seen = [_Seen(turn.candidate.code, _whole(turn), _is_faulty(turn)) for turn in turns]
    named = [next((one for one, _ in _failures(domain, each)), None) for each in seen]
    labels = [
        _label(domain, before, now, lasts=_lasts(named, place))
        for place, (before, now) in enumerate(zip((None, *seen), seen, strict=False))
    ]
    return _without_undone([each.code for each in seen], _without_returns(seen, labels))


def _without_returns(seen: Sequence[_Seen], labels: Sequence[ProcessLabel]) -> list[ProcessLabel]:
    """Who hands in again what failed already came no further, whatever failed in between."""
    codes = [each.code for each in seen]
    return [
        replace(label, progressed=False)
        if place > 1 and not label.passed and codes[place] in codes[: place - 1] and codes[place] != codes[place - 1]
        else label
        for place, label in enumerate(labels)
    ]


def _without_undone(codes: list[str], labels: list[ProcessLabel]) -> list[ProcessLabel]:
    """Of a solved trajectory, whose last attempt says what was right: one that ends in failure may have got worse."""
    if not (labels and labels[-1].passed):
        return labels
    return [
        replace(label, progressed=False)
        if label.progressed and not label.passed and holds_undone_change(codes, place)
        else label
        for place, label in enumerate(labels)
    ]


def _lasts(named: Sequence[_Failure | None], place: int) -> bool:
    """Whether what the turn before failed at first does not come back, and what fails now was not there earlier: who
    puts one failure in another's place, and takes that back, came no further."""
    before = named[place - 1] if place else None
    returns = before is not None and before in named[place:]
    is_old = named[place] is not None and named[place] in named[:place]
    return not (returns or is_old)


def _is_faulty(turn: Turn) -> bool:
    return any(fault.category != "equivalent" for fault in turn.faults)


def _whole(turn: Turn) -> Observation:
    """What counts. A verification is kept without its stages; one that agrees is told by the turn's own observation."""
    return turn.observation if turn.observation.outcome is turn.judged.outcome else turn.judged


def _label(domain: Domain, before: _Seen | None, now: _Seen, *, lasts: bool) -> ProcessLabel:
    stages = stages_passed(domain, now.observation)
    cleared = before is not None and _is_cleared(domain, before, now)
    further = before is not None and stages > stages_passed(domain, before.observation)
    passed = now.observation.outcome.passed
    if passed:
        return ProcessLabel(now.observation.outcome.value, passed, not now.is_faulty, cleared, stages)
    better = further or (cleared and lasts and before is not None and not _breaks(domain, before, now))
    return ProcessLabel(now.observation.outcome.value, passed, better, cleared, stages)


def _breaks(domain: Domain, before: _Seen, now: _Seen) -> bool:
    """Whether a program that came to an answer, if a wrong one, comes to none now, or less of it holds."""
    ends = before.observation.outcome in _ANSWERS and now.observation.outcome in _NO_ANSWERS
    return ends or comes_less_far(domain, before.observation, now.observation)


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


def _is_cleared(domain: Domain, before: _Seen, now: _Seen) -> bool:
    """Whether no failure of its kind is where the first one was, in a run that came as far. One that was never named is
    cleared by a pass alone."""
    if now.observation.outcome.passed:
        return True
    first = next(_failures(domain, before), None)
    if first is None or not _is_kept(domain, before.observation, now.observation):
        return False
    failure, line = first
    places = moved_lines(line, before.code, now.code) if line else set[int]()
    return not any(_is_again(failure, other, at in places) for other, at in _failures(domain, now))


def _is_again(failure: _Failure, other: _Failure, at_its_place: bool) -> bool:
    """One that names a line is told by that line, another by its text."""
    return failure == other or (failure[:2] == other[:2] and at_its_place)


def _failures(domain: Domain, seen: _Seen) -> Iterator[tuple[_Failure, int]]:
    """Each that the tools name, with its line, 0 where none is named. None of what passed."""
    lines = seen.code.splitlines()
    for item in () if seen.observation.outcome.passed else domain.diagnostics(seen.observation):
        line = item.line if 0 < item.line <= len(lines) else 0
        text = lines[line - 1].strip() if line else ("" if item.symbol else alike(item.message))
        yield _Failure(item.category, item.symbol, text), line


_FAILED = re.compile(r"\b(\d{1,9}) of (\d{1,9}) (?:checks|runs|tests|cases)(?: \w+)? failed\b")
_REACHED = re.compile(r"\bonly (\d{1,9}) of \d{1,9} (?:checks|runs|tests|cases) were reached\b")
_NUMBERED = re.compile(r"(?m)^[ \t]*(?:[^\s:]{1,80}: )?(?:held-back )?(?:case|test) (\d{1,9})\b")


def comes_less_far(domain: Domain, before: Observation, now: Observation) -> bool:
    """Whether less held than before, in a run that ended in the same stage. False where nothing tells."""
    if now.outcome.passed or now.stage != before.stage:
        return False
    one, other = held(before), held(now)
    if one is not None and other is not None:
        return other < one
    name = domain.scoring.overlap
    return {name} <= before.metrics.keys() & now.metrics.keys() and now.metrics[name] < before.metrics[name]


def held(observation: Observation) -> int | None:
    """Checks, runs or cases that held before the run ended; None where the log has no count and no number. What the
    candidate printed tells nothing."""
    text = "\n".join(line for line in observation.text.splitlines() if not is_printed(line))
    count = _FAILED.search(text)
    if count:
        return int(count[2]) - int(count[1])
    place = _REACHED.search(text) or _NUMBERED.search(text)
    return int(place[1]) if place else None


def holds_undone_change(codes: Sequence[str], place: int) -> bool:
    """Whether an attempt holds a change, of its own turn or of an earlier one, that the last attempt has not: a step
    that its author took back in the end. `codes` are a trajectory's attempts in order."""
    for before, now in pairwise(codes[: place + 1]):
        undone = _undone(before, now, codes[-1])
        if undone - _undone(before, now, codes[place]):
            return True
    return False


def _undone(before: str, now: str, later: str) -> set[LineChange]:
    """The changes of a turn in whose places a later text is as the text before it was; none of white space alone."""
    changed = {line for hunk in line_changes(before, later) for line in (*_lines(hunk), *_edges(hunk))}
    changes = (hunk for hunk in line_changes(before, now) if _is_worded(hunk))
    return {hunk for hunk in changes if changed.isdisjoint(_lines(hunk) or _edges(hunk))}


def _lines(hunk: LineChange) -> range:
    """The lines that go, and the gaps between them: line n is 2n, the gap before it 2n - 1."""
    return range(2 * hunk.line, 2 * (hunk.line + len(hunk.removed)) - 1)


def _edges(hunk: LineChange) -> tuple[int, int]:
    """The gaps around these lines; where none goes, the one gap that lines are put into."""
    return 2 * hunk.line - 1, 2 * (hunk.line + len(hunk.removed)) - 1


def _is_worded(hunk: LineChange) -> bool:
    """Whether more than white space changes."""
    old, new = ("".join("".join(lines).split()) for lines in (hunk.removed, hunk.added))
    return old != new
