"""Candidates to choose from: one or two edits of a bundle's solution, by both families of faults. Executes nothing.

Drawn evenly, without a label in mind; what leans towards one is `biased_sampling`.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from assets.generation.config import FAULT_INJECTION, TEXT_EDITS
from resources.domains.domain import Domain
from resources.domains.faults import apply_edits
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation.fault_injection.plan import draw
from resources.generation.text_edits.editor import with_fault
from resources.generation.text_edits.generator import source_of

_TWO_EDITS = 0.3
_MOST_REWRITES = 3


class Pair(NamedTuple):
    """Hashes of a bundle and a candidate."""

    bundle: str
    candidate: str


@dataclass(frozen=True)
class Proposal:
    """`kinds` are the edits against the bundle's solution, `proposer` is the generator whose kinds they are."""

    bundle: EnvironmentBundle
    candidate: Candidate
    kinds: tuple[str, ...]
    proposer: str

    @property
    def pair(self) -> Pair:
        return Pair(self.bundle.hash, self.candidate.hash)


def solved(bundles: Sequence[EnvironmentBundle]) -> list[EnvironmentBundle]:
    """Those with a solution to edit."""
    return [bundle for bundle in bundles if bundle.reference_is_solution and bundle.reference.strip()]


def proposals(
    domain: Domain, bundles: Sequence[EnvironmentBundle], count: int, known: Collection[Pair], salt: str
) -> list[Proposal]:
    """About `count` distinct candidates that were never executed, the same for the same salt; half of each family."""
    able = solved(bundles)
    each = math.ceil(count / max(1, 2 * len(able)))
    chances = ((bundle, Random(f"{salt}/{bundle.hash}")) for bundle in able)
    return new_ones(
        (
            proposal
            for bundle, chance in chances
            for proposal in (*_injected(domain, bundle, each, chance), *_edited(domain, bundle, each, chance))
        ),
        known,
    )


def rewritten(
    domain: Domain, bundles: Sequence[EnvironmentBundle], count: int, known: Collection[Pair], salt: str
) -> list[Proposal]:
    """About `count` distinct candidates without a fault: the solution in other words."""
    able = solved(bundles)
    each = math.ceil(count / max(1, len(able)))
    chances = ((bundle, Random(f"{salt}/{bundle.hash}/rewritten")) for bundle in able)
    return new_ones((item for bundle, chance in chances for item in _rewritten(domain, bundle, each, chance)), known)


def new_ones(proposed: Iterable[Proposal], known: Collection[Pair]) -> list[Proposal]:
    """Each candidate once, without those that were executed or are the solution itself."""
    by_pair: dict[Pair, Proposal] = {}
    for proposal in proposed:
        if proposal.pair not in known and proposal.candidate.code != proposal.bundle.reference:
            by_pair.setdefault(proposal.pair, proposal)
    return list(by_pair.values())


def _injected(domain: Domain, bundle: EnvironmentBundle, count: int, chance: Random) -> Iterator[Proposal]:
    injector = domain.fault_injector()
    kinds = {kind.name: kind for kind in injector.kinds}
    edits = [edit for edit in injector.edits(bundle.reference) if kinds[edit.kind].is_fault]
    for _ in range(count):
        drawn = draw(chance, edits, kinds, edits_of_one(chance))
        if drawn:
            code = apply_edits(bundle.reference, drawn)
            yield Proposal(bundle, Candidate(code), tuple(edit.kind for edit in drawn), FAULT_INJECTION)


def _rewritten(domain: Domain, bundle: EnvironmentBundle, count: int, chance: Random) -> Iterator[Proposal]:
    injector = domain.fault_injector()
    kinds = {kind.name: kind for kind in injector.kinds}
    edits = [edit for edit in injector.edits(bundle.reference) if not kinds[edit.kind].is_fault]
    for _ in range(count):
        drawn = draw(chance, edits, kinds, chance.randint(1, _MOST_REWRITES))
        yield Proposal(bundle, Candidate(apply_edits(bundle.reference, drawn)), (), FAULT_INJECTION)


def _edited(domain: Domain, bundle: EnvironmentBundle, count: int, chance: Random) -> Iterator[Proposal]:
    plain = source_of(domain, bundle)
    for _ in range(count):
        source, kinds = plain, list[str]()
        for _ in range(edits_of_one(chance)):
            edited = with_fault(source, chance)
            source, kinds = edited.source, [*kinds, edited.edit.kind]
        yield Proposal(bundle, Candidate(source.code), tuple(kinds), TEXT_EDITS)


def edits_of_one(chance: Random) -> int:
    """How many edits a candidate has."""
    return 2 if chance.random() < _TWO_EDITS else 1
