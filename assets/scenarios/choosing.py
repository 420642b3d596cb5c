"""Which proposals are executed: those from which a wanted label is expected, spread; and some drawn at random."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from assets.scenarios.expecting import Expectation
from assets.scenarios.proposing import Pair, Proposal
from resources.execution.outcome import Outcome


class Arm(StrEnum):
    """How a candidate was chosen: its predicted label is the wanted one; another is, and the wanted one is likelier
    than elsewhere; its kinds of fault led to the label before (no world model); at random."""

    PREDICTED = "predicted"
    LIKELIEST = "likeliest"
    HISTORY = "history"
    RANDOM = "random"


EXPLORED = 4
"""A fourth of a label's executions, at most, go to candidates whose predicted label is another."""
WORTHWHILE = 0.05
"""Probability of the wanted label below which a candidate of another predicted label is not worth an execution."""
_BANDS = 10
"""Within a tenth of probability, an unused bundle and kind go before a little more certainty."""


@dataclass(frozen=True)
class Expected:
    """A proposal and what is expected of it."""

    proposal: Proposal
    expectation: Expectation


@dataclass(frozen=True)
class Pick:
    """A candidate to execute. `wanted` and `expectation` are None in the random arm."""

    proposal: Proposal
    arm: Arm
    wanted: Outcome | None = None
    expectation: Expectation | None = None


def random_picks(proposals: Sequence[Proposal], count: int, salt: str) -> list[Pick]:
    """Without looking at what is expected; uniformly over the proposals."""
    drawn = Random(f"{salt}/random").sample(list(proposals), min(count, len(proposals)))
    return [Pick(proposal, Arm.RANDOM) for proposal in drawn]


def offers(expected: Iterable[Expected], labels: Iterable[Outcome]) -> dict[Outcome, int]:
    """For how many candidates each label is likely enough to be worth an execution."""
    known = list(expected)
    return {label: sum(item.expectation.of(label) >= WORTHWHILE for item in known) for label in labels}


def wanted_picks(expected: Iterable[Expected], quotas: Mapping[Outcome, int], *, by_model: bool) -> list[Pick]:
    """For each label up to its quota; no candidate twice. What a model cannot offer is not filled up with others'."""
    waiting, picks = list(expected), []
    for label, quota in quotas.items():
        made = _for_label(waiting, label, quota, by_model)
        taken: set[Pair] = {pick.proposal.pair for pick in made}
        waiting = [item for item in waiting if item.proposal.pair not in taken]
        picks += made
    return picks


def _for_label(waiting: Sequence[Expected], label: Outcome, quota: int, by_model: bool) -> list[Pick]:
    used: Counter[str] = Counter()
    possible = [item for item in waiting if item.expectation.of(label) >= WORTHWHILE]
    if not by_model:
        return _spread(possible, label, Arm.HISTORY, quota, used)
    foretold = [item for item in possible if item.expectation.predicted is label]
    picks = _spread(foretold, label, Arm.PREDICTED, quota, used)
    others = [item for item in possible if item.expectation.predicted is not label]
    explored = min(quota - len(picks), max(1, quota // EXPLORED))
    return [*picks, *_spread(others, label, Arm.LIKELIEST, explored, used)]


def _spread(items: Sequence[Expected], label: Outcome, arm: Arm, count: int, used: Counter[str]) -> list[Pick]:
    """The most probable first, in bands; in a band those of bundles and kinds that were used least, then the newest."""

    def rank(item: Expected) -> tuple[float, int, float, float, Pair]:
        names = (item.proposal.bundle.hash, *item.proposal.kinds)
        certain, novelty = item.expectation.of(label), item.expectation.novelty
        return -round(certain * _BANDS), sum(used[name] for name in names), -novelty, -certain, item.proposal.pair

    left, picks = list(items), list[Pick]()
    while left and len(picks) < count:
        best = min(left, key=rank)
        left.remove(best)
        used.update((best.proposal.bundle.hash, *best.proposal.kinds))
        picks.append(Pick(best.proposal, arm, label, best.expectation))
    return picks
