"""Candidates whose first edit is of a kind that aims at a rare label, and what is to be expected of such kinds.

A world model that never saw a label expects it nowhere, and so would never see it. A kind that aims at the label is
trusted until its own turns speak; from then on they do.
"""

from collections.abc import Iterable, Mapping, Sequence

from assets.scenarios.acquisition import WORTHWHILE, Expected
from assets.scenarios.hit_rates import NO_AIMS, PastTurn, by_history
from assets.scenarios.proposals import Proposal
from resources.domains.domain import Domain, OffersAimedFaults
from resources.domains.faults import Edit
from resources.execution.outcome import Outcome


def aims_of(domain: Domain) -> Mapping[str, Outcome]:
    """Empty for a domain whose faults aim at nothing."""
    return domain.aimed_faults().aims if isinstance(domain, OffersAimedFaults) else NO_AIMS


def aimed_edits(domain: Domain, code: str) -> Sequence[Edit]:
    return domain.aimed_faults().edits(code) if isinstance(domain, OffersAimedFaults) else ()


def aimed_at(
    labels: Iterable[Outcome], proposals: Sequence[Proposal], past: Iterable[PastTurn], aims: Mapping[str, Outcome]
) -> dict[Outcome, list[Expected]]:
    """For each label the candidates with a kind that aims at it, with what their kinds' turns make of them; those
    that are not worth an execution are left out."""
    found: dict[Outcome, list[Expected]] = {label: [] for label in labels}
    aiming = [item for item in proposals if any(kind in aims for kind in item.kinds)]
    for item, expectation in zip(aiming, by_history(aiming, past, aims), strict=True):
        for label in {aims[kind] for kind in item.kinds if kind in aims} & found.keys():
            if expectation.of(label) >= WORTHWHILE:
                found[label].append(Expected(item, expectation))
    return found
