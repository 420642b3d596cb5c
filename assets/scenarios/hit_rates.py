"""What is expected of a proposal: by the champion, or, where there is none, what its kinds of fault led to so far."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from assets.scenarios.proposals import Proposal
from resources.domains.domain import Domain
from resources.execution.outcome import Outcome
from resources.world_model.model import WorldModel
from resources.world_model.query import query_for

BATCH = 64
_WEIGHT = 2.0
"""How many turns of the domain's own mix stand behind a kind's few: a kind seen once says little."""
AIM = 0.5
"""How often a kind that nobody tried is trusted to lead where it aims; after twenty turns without a hit, no more
than one in twenty is left of it."""
NO_KIND = ""
"""In a kind's place: turns and proposals without a fault."""
NO_TARGETS: Mapping[str, Outcome] = MappingProxyType({})


@dataclass(frozen=True)
class Expectation:
    """Probabilities by label; `novelty` 0 to 1, as the world model's predictions have it."""

    shares: Mapping[Outcome, float]
    novelty: float = 0.0

    @property
    def predicted(self) -> Outcome:
        return max(self.shares.items(), key=lambda item: (item[1], item[0].value))[0]

    def of(self, label: Outcome) -> float:
        return self.shares.get(label, 0.0)


@dataclass(frozen=True)
class PastTurn:
    """As much of an executed turn as a history needs; `seconds` is what its execution took, wall time."""

    kinds: tuple[str, ...]
    outcome: Outcome
    seconds: float = 0.0


def by_model(
    domain: Domain, model: WorldModel, proposals: Sequence[Proposal], advance: Callable[[int], None]
) -> list[Expectation]:
    """The world model's, in batches; `advance` is told how many more are done."""
    expectations: list[Expectation] = []
    for start in range(0, len(proposals), BATCH):
        batch = proposals[start : start + BATCH]
        predictions = model.predict([query_for(domain, item.bundle, item.candidate) for item in batch])
        expectations += [Expectation(prediction.probabilities, prediction.novelty) for prediction in predictions]
        advance(len(batch))
    return expectations


@dataclass(frozen=True)
class KindRates:
    """Shares of labels among past turns: of all of them, and of those with one kind of fault or `NO_KIND`, by kind."""

    overall: Mapping[Outcome, float]
    kinds: Mapping[str, Mapping[Outcome, float]]


def rates_by_kind(past: Iterable[PastTurn], targets: Mapping[str, Outcome] = NO_TARGETS) -> KindRates:
    """`targets` names kinds that are meant to lead to a label: they have a rate before their first turn."""
    turns = list(past)
    counts = Counter(turn.outcome for turn in turns)
    overall = {label: counts[label] / max(1, len(turns)) for label in (*counts, *targets.values())}
    by_kind: dict[str, Counter[Outcome]] = {kind: Counter() for kind in targets}
    for turn in turns:
        if len(turn.kinds) <= 1:
            by_kind.setdefault("".join(turn.kinds) or NO_KIND, Counter())[turn.outcome] += 1
    rates = {kind: _smoothed(seen, _prior(overall, targets.get(kind))) for kind, seen in by_kind.items()}
    return KindRates(overall, rates)


def by_history(
    proposals: Sequence[Proposal], past: Iterable[PastTurn], targets: Mapping[str, Outcome] = NO_TARGETS
) -> list[Expectation]:
    """The mean over a proposal's kinds of what turns with that kind alone came to."""
    rates = rates_by_kind(past, targets)
    return [
        Expectation(_mean([rates.kinds.get(kind, rates.overall) for kind in item.kinds or (NO_KIND,)]))
        for item in proposals
    ]


def _prior(overall: Mapping[Outcome, float], aim: Outcome | None) -> Mapping[Outcome, float]:
    """What is expected of a kind without turns."""
    if aim is None:
        return overall
    return {label: AIM * (label is aim) + (1 - AIM) * share for label, share in overall.items()}


def _smoothed(counts: Counter[Outcome], prior: Mapping[Outcome, float]) -> dict[Outcome, float]:
    return {label: (counts[label] + _WEIGHT * share) / (counts.total() + _WEIGHT) for label, share in prior.items()}


def _mean(rows: Sequence[Mapping[Outcome, float]]) -> dict[Outcome, float]:
    return {label: sum(row[label] for row in rows) / len(rows) for label in rows[0]}
