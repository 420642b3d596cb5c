"""Candidates whose first edit is of a kind that aims at a rare label, and what is to be expected of such kinds.

A world model that never saw a label expects it nowhere, and so would never see it. A kind that aims at the label is
trusted until its own turns speak; from then on they do.
"""

from collections.abc import Iterable, Mapping, Sequence

from assets.scenarios.acquisition import WORTHWHILE, Expected
from assets.scenarios.hit_rates import PastTurn, by_history
from assets.scenarios.proposals import Proposal
from resources.execution.outcome import Outcome


def targeted_at(
    labels: Iterable[Outcome], proposals: Sequence[Proposal], past: Iterable[PastTurn], targets: Mapping[str, Outcome]
) -> dict[Outcome, list[Expected]]:
    """For each label the candidates with a kind that aims at it, with what their kinds' turns make of them; those
    that are not worth an execution are left out."""
    by_label: dict[Outcome, list[Expected]] = {label: [] for label in labels}
    aiming = [item for item in proposals if any(kind in targets for kind in item.kinds)]
    for item, expectation in zip(aiming, by_history(aiming, past, targets), strict=True):
        for label in {targets[kind] for kind in item.kinds if kind in targets} & by_label.keys():
            if expectation.of(label) >= WORTHWHILE:
                by_label[label].append(Expected(item, expectation))
    return by_label
