"""Which proposals are executed: those from which a wanted label is expected, spread; and some drawn at random."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from types import MappingProxyType

from assets.scenarios.hit_rates import Expectation
from assets.scenarios.proposals import Pair, Proposal
from resources.execution.outcome import Outcome


class Arm(StrEnum):
    """How a candidate was chosen: its predicted label is the wanted one; another is, and the wanted one is likelier
    than elsewhere; its kinds of fault led to the label before (no world model, or so often that none is asked); a kind
    of it aims at the label, and such kinds' turns so far do not speak against it, whatever is predicted; at random."""

    PREDICTED = "predicted"
    LIKELIEST = "likeliest"
    HISTORY = "history"
    TARGETED = "targeted"
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


Targeted = Mapping[Outcome, Sequence[Expected]]
"""By label: candidates with a kind of fault that aims at it, with what is expected of their kinds."""
NONE_TARGETED: Targeted = MappingProxyType({})


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


def offers(
    expected: Iterable[Expected], labels: Iterable[Outcome], targeted: Targeted = NONE_TARGETED
) -> dict[Outcome, int]:
    """For how many candidates each label is likely enough to be worth an execution."""
    known = list(expected)
    return {label: len(_pairs([*_worthwhile(known, label), *targeted.get(label, ())])) for label in labels}


def wanted_picks(
    expected: Iterable[Expected], quotas: Mapping[Outcome, int], *, by_model: bool, targeted: Targeted = NONE_TARGETED
) -> list[Pick]:
    """For each label up to its quota; no candidate twice. What a model cannot offer is left to what aims at the label,
    and not filled up with others'."""
    waiting, taken, picks = list(expected), set[Pair](), list[Pick]()
    choose = _by_model if by_model else _by_history
    for label, quota in quotas.items():
        possible = _worthwhile(waiting, label)
        made = choose(
            possible, [item for item in targeted.get(label, ()) if item.proposal.pair not in taken], label, quota
        )
        taken |= {pick.proposal.pair for pick in made}
        waiting = [item for item in waiting if item.proposal.pair not in taken]
        picks += made
    return picks


def _worthwhile(items: Iterable[Expected], label: Outcome) -> list[Expected]:
    return [item for item in items if item.expectation.of(label) >= WORTHWHILE]


def _pairs(items: Iterable[Expected]) -> set[Pair]:
    return {item.proposal.pair for item in items}


def _by_history(possible: Sequence[Expected], targeted: Sequence[Expected], label: Outcome, quota: int) -> list[Pick]:
    """Kinds that led to a label and kinds that aim at it stand side by side: turns speak of both."""
    aiming = _pairs(targeted)
    others = [item for item in possible if item.proposal.pair not in aiming]
    picks = _spread([*others, *targeted], label, Arm.HISTORY, quota, Counter())
    return [replace(pick, arm=Arm.TARGETED) if pick.proposal.pair in aiming else pick for pick in picks]


def _by_model(possible: Sequence[Expected], targeted: Sequence[Expected], label: Outcome, quota: int) -> list[Pick]:
    used: Counter[str] = Counter()
    foretold = [item for item in possible if item.expectation.predicted is label]
    picks = _spread(foretold, label, Arm.PREDICTED, quota, used)
    others = [item for item in possible if item.expectation.predicted is not label]
    explored = min(quota - len(picks), max(1, quota // EXPLORED))
    picks += _spread(others, label, Arm.LIKELIEST, explored, used)
    taken = {pick.proposal.pair for pick in picks}
    left = [item for item in targeted if item.proposal.pair not in taken]
    return [*picks, *_spread(left, label, Arm.TARGETED, quota - len(picks), used)]


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
