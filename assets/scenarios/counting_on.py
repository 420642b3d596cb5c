"""Candidates of a rare label whose kind of fault can be counted on to lead there, so that no model is asked about them.

A kind can be where its own turns say so, or where it aims at the label and nothing speaks against it yet. What is
worth trying beyond that is `choosing`, by the champion's predictions.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random

from assets.scenarios.choosing import Arm, Pick
from assets.scenarios.expecting import PastTurn, by_history, rates_by_kind
from assets.scenarios.leaning import Promises, leaning
from assets.scenarios.proposing import Pair, Proposal
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.outcome import Outcome

AIMING = 0.5
"""Share of a kind's own turns with the label, a prior of two turns among them, from which a kind that aims at it is
counted on."""
LEADING = 0.9
"""The same of other kinds. What they lead to hangs on the task, and many of their turns a champion had foretold: of
candidates expected to hit with less 69 of 128 did, of the others 92 of 94 (`scenario_log` at `full`)."""
SHARE = 3 / 4
"""Of what a label lacks: the rest is the champion's to find, since kinds that are known teach it little that is new."""
PER_PICK = 2
"""Candidates to choose each from, so that all kinds and bundles have a part."""
GROWTH = 8
"""A kind gets at most so many executions, and as many again for each turn that it has: a new one shows first what it
does."""


def kinds_counted_on(
    past: Sequence[PastTurn], labels: Collection[Outcome], aims: Mapping[str, Outcome]
) -> dict[Outcome, dict[str, int]]:
    """By label: the kinds, and how many executions each may have. Labels without any are left out."""
    rates, tried = rates_by_kind(past, aims), _tried(past)
    found = {
        label: {
            kind: GROWTH * (tried[kind] + 1)
            for kind, shares in rates.kinds.items()
            if kind and shares.get(label, 0.0) >= _enough(kind, aims) and (kind in aims or tried[kind] > 1)
        }
        for label in labels
    }
    return {label: kinds for label, kinds in found.items() if kinds}


def counted_on(
    domain: Domain,
    bundles: Sequence[EnvironmentBundle],
    past: Sequence[PastTurn],
    lacking: Mapping[Outcome, int],
    aims: Mapping[str, Outcome],
    known: Collection[Pair],
    salt: str,
) -> list[Pick]:
    """For each label up to its share of what it lacks, in the labels' order; no candidate twice, the same for the same
    salt. Only by kinds that an edit of the bundle's solution can be of, and never by a rewrite, whatever its turns came
    to: it is no fault."""
    taken, picks = set(known), list[Pick]()
    able = {kind.name for kind in domain.fault_injector().kinds if kind.is_fault} | aims.keys()
    for label, kinds in kinds_counted_on(past, lacking.keys(), aims).items():
        most = {kind: count for kind, count in kinds.items() if kind in able}
        quota, named = int(SHARE * lacking[label]), f"{salt}/{label.value}"
        promised: Promises = {label: dict.fromkeys(most, 1.0)}
        items = leaning(domain, bundles, PER_PICK * quota, promised, taken, named)
        made = _picks(_spread(items, named), label, most, past, aims)[:quota]
        taken |= {pick.proposal.pair for pick in made}
        picks += made
    return picks


def _enough(kind: str, aims: Mapping[str, Outcome]) -> float:
    return AIMING if kind in aims else LEADING


def _tried(past: Sequence[PastTurn]) -> Counter[str]:
    return Counter(turn.kinds[0] for turn in past if len(turn.kinds) == 1)


def _spread(items: Sequence[Proposal], salt: str) -> list[Proposal]:
    """The first of each kind in each bundle, then the second of each, and so on."""
    mixed, seen = Random(f"{salt}/counted on").sample(list(items), len(items)), Counter[tuple[str, str]]()
    turns: list[tuple[int, Proposal]] = []
    for item in mixed:
        place = (item.kinds[0], item.bundle.hash)
        turns.append((seen[place], item))
        seen[place] += 1
    return [item for _, item in sorted(turns, key=lambda turn: turn[0])]


def _picks(
    items: Sequence[Proposal],
    label: Outcome,
    most: Mapping[str, int],
    past: Sequence[PastTurn],
    aims: Mapping[str, Outcome],
) -> list[Pick]:
    """Without those whose other edit makes the label unlikely, and within what each kind may have."""
    given, picks = Counter[str](), list[Pick]()
    for item, expectation in zip(items, by_history(items, past, aims), strict=True):
        kind = item.kinds[0]
        if expectation.of(label) >= _enough(kind, aims) and given[kind] < most[kind]:
            given[kind] += 1
            picks.append(Pick(item, Arm.AIMED if kind in aims else Arm.HISTORY, label, expectation))
    return picks
