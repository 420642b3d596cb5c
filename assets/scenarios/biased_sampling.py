"""Candidates that lean towards a rare label: their first edit is of a kind that led to it before, or aims at it and
has not shown that it misses. Executes nothing.

Where a label is one turn in a hundred, even the best choice among candidates drawn evenly finds too few of it.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from assets.generation.config import FAULT_INJECTION
from assets.scenarios.acquisition import WORTHWHILE
from assets.scenarios.hit_rates import NO_TARGETS, KindRates, PastTurn, rates_by_kind
from assets.scenarios.proposals import Pair, Proposal, edits_of_one, new_ones, solved
from resources.domains.domain import Domain
from resources.domains.faults import Edit, apply_edits
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.generation.fault_injection.plan import draw

Promises = Mapping[Outcome, Mapping[str, float]]
"""By label: the kinds of fault that lead to it more often than others do, and in what share of their turns."""
MORE_OFTEN = 2.0
"""How many times the share that a label has overall makes a kind worth biased on."""


def promises(
    past: Iterable[PastTurn], rare: Iterable[Outcome], targets: Mapping[str, Outcome] = NO_TARGETS
) -> Promises:
    """Labels that no kind promises are left out."""
    rates = rates_by_kind(past, targets)
    promises_by_label = {label: _promising(rates, label, targets) for label in rare if label in rates.overall}
    return {label: kinds for label, kinds in promises_by_label.items() if kinds}


def _promising(rates: KindRates, label: Outcome, targets: Mapping[str, Outcome]) -> dict[str, float]:
    """A targeted kind that misses is dropped, since a label that never occurred sets no other bound."""
    least = MORE_OFTEN * rates.overall[label]
    return {
        kind: shares[label]
        for kind, shares in rates.kinds.items()
        if shares[label] > least and (kind not in targets or shares[label] >= WORTHWHILE)
    }


def biased(
    domain: Domain,
    bundles: Sequence[EnvironmentBundle],
    count: int,
    promised: Promises,
    known: Collection[Pair],
    salt: str,
) -> list[Proposal]:
    """About `count` distinct candidates that were never executed, the same for the same salt, spread over the bundles
    and the labels; fewer where bundles have no place for such kinds."""
    able = solved(bundles)
    each = math.ceil(count / max(1, len(able)))
    chances = ((bundle, Random(f"{salt}/{bundle.hash}/biased")) for bundle in able if promised)
    proposed = (item for bundle, chance in chances for item in _biased_in(domain, bundle, each, promised, chance))
    return new_ones(proposed, known)


def _biased_in(
    domain: Domain, bundle: EnvironmentBundle, count: int, promised: Promises, chance: Random
) -> Iterable[Proposal]:
    """One edit of a promising kind; beside it, sometimes, any ordinary edit, rewrites included, so that a kind with
    few places still makes many candidates."""
    injector, targeted = domain.fault_injector(), domain.targeted_faults().edits(bundle.reference)
    kinds = {kind.name: kind for kind in injector.kinds}
    rewrites = {kind.name for kind in injector.kinds if not kind.is_fault}
    edits = list(injector.edits(bundle.reference))
    places: dict[str, list[Edit]] = {}
    for edit in (*edits, *targeted):
        places.setdefault(edit.kind, []).append(edit)
    here = [{kind: share for kind, share in promised[label].items() if kind in places} for label in promised]
    possible = [shares for shares in here if shares]
    for _ in range(count if possible else 0):
        shares = chance.choice(possible)
        (kind,) = chance.choices(sorted(shares), [shares[name] for name in sorted(shares)])
        first = chance.choice(places[kind])
        beside = draw(chance, edits, kinds, edits_of_one(chance) - 1, (first,))
        names = tuple(edit.kind for edit in (first, *beside) if edit.kind not in rewrites)
        yield Proposal(bundle, Candidate(apply_edits(bundle.reference, (first, *beside))), names, FAULT_INJECTION)
