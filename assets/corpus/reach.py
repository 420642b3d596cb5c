"""Reach: how far a run came within one stage, by what its log and its figures count. Which stage it was is not told.

A bench ends at a crash, so that one failed run of one is less than one of seven: what counts is what held. Where a log
counts nothing, the number of the first case or test that it names stands for what held before it.
"""

import re

from resources.domains.domain import Domain
from resources.domains.toolkit.candidate_words import is_printed
from resources.execution.observation import Observation

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
