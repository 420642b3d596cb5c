"""The night's sample, drawn by strata: predicted label, confidence and novelty. Running it is `audit`.

A plain sample of a good model's turns is nearly all easy ones. Each stratum gets a floor, the rest is shared out
in proportion, and every drawn turn weighs what it stands for, so that the figures are those of all turns.
"""

import hashlib
import heapq
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assets.amplification.simulated_turns import SimulatedTurn
from resources.execution.outcome import Outcome

CONFIDENCE_EDGES = (0.6, 0.8, 0.95)
NOVEL = 0.9
"""From here on trust is lowered for novelty, too (`resources.world_model.trust.FAMILIAR`)."""
FLOOR = 2
"""Turns of each stratum, or all that it has."""
_MOST_IN_FLOORS = 0.5
"""Of the sample: with more, it would no longer be in proportion, and the figures' intervals would widen."""


@dataclass(frozen=True, order=True)
class Stratum:
    """`band` counts the confidence edges that are reached. None where this audit's strata do not tell them apart."""

    label: str
    band: int | None = None
    novel: bool | None = None

    def __str__(self) -> str:
        said = [self.label or "all turns"]
        if self.band is not None:
            edges = (0.0, *CONFIDENCE_EDGES, 1.0)
            said.append(f"confidence {edges[self.band]:.0%} to {edges[self.band + 1]:.0%}")
        if self.novel:
            said.append("novel")
        return ", ".join(said)


@dataclass(frozen=True)
class Drawn:
    """A sampled turn, its stratum, and how many simulated turns and sampled turns are in that."""

    simulated: SimulatedTurn
    stratum: Stratum
    of: int
    sampled: int


def _finest(entry: SimulatedTurn) -> Stratum:
    band = bisect_right(CONFIDENCE_EDGES, entry.turn.confidence or 0.0)
    novelty = entry.turn.novelty
    return Stratum(_label(entry), band, novelty is not None and novelty > NOVEL)


def _label(entry: SimulatedTurn) -> str:
    outcome: Outcome = entry.turn.observation.outcome
    return outcome.value


_LEVELS: tuple[Callable[[SimulatedTurn], Stratum], ...] = (
    _finest,
    lambda entry: Stratum(_label(entry), _finest(entry).band),
    lambda entry: Stratum(_label(entry)),
    lambda entry: Stratum(""),
)


def stratify(population: Sequence[SimulatedTurn], size: int) -> dict[Stratum, list[SimulatedTurn]]:
    """The finest strata whose floors take at most half of a sample of `size`: without novelty, then without
    confidence, then without labels."""
    for level in _LEVELS:
        strata: dict[Stratum, list[SimulatedTurn]] = {}
        for entry in population:
            strata.setdefault(level(entry), []).append(entry)
        floors = sum(min(len(members), FLOOR) for members in strata.values())
        if floors <= _MOST_IN_FLOORS * size or floors == len(population) <= size:
            break
    return dict(sorted(strata.items()))


def allocate(sizes: Sequence[int], total: int) -> list[int]:
    """How many of each stratum: its floor, then each further one where the share is furthest behind the stratum's
    size (Sainte-Laguë), never more than there are. The first of two equals is served first."""
    given = [min(size, FLOOR, total) for size in sizes]

    def place(stratum: int) -> tuple[float, int]:
        return (-sizes[stratum] / (2 * given[stratum] + 1), stratum)

    waiting = [place(stratum) for stratum, size in enumerate(sizes) if size > given[stratum]]
    heapq.heapify(waiting)
    for _ in range(min(total, sum(sizes)) - sum(given)):
        _, stratum = heapq.heappop(waiting)
        given[stratum] += 1
        if given[stratum] < sizes[stratum]:
            heapq.heappush(waiting, place(stratum))
    return given


def draw(population: Sequence[SimulatedTurn], size: int, night: str) -> list[Drawn]:
    """Without replacement; the night and the turns' ids decide, whatever the order of `population`."""
    strata = stratify(population, size)
    given = allocate([len(members) for members in strata.values()], size)
    return [
        Drawn(entry, stratum, len(members), count)
        for (stratum, members), count in zip(strata.items(), given, strict=True)
        for entry in sorted(members, key=lambda entry: lot(night, entry.turn_id))[:count]
    ]


def lot(night: str, name: str) -> str:
    """What this turn or trajectory drew this night; the lowest are taken."""
    return hashlib.sha256(f"{night}:{name}".encode()).hexdigest()
