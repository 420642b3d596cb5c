"""What an audit found: simulated turns and whole trajectories beside what the real tools say of them (spec, point 9).

Running them is `reruns`, what follows from the figures, and the page that shows them, is `asset`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assets.audits.figures import Verdict, outcome_accuracy
from assets.shares import Share, share, weighted_share
from assets.world_model.text_match import TextMatch, text_match
from resources.domains.domain import Domain
from resources.execution.observation import Observation
from resources.generation.trajectory import Trajectory, Turn


@dataclass(frozen=True)
class AuditedTurn:
    """A simulated turn and what the tools really say of the same candidate.

    `weight` is how many simulated turns it stands for: those of its stratum over those of them that were judged.
    """

    trajectory: Trajectory
    turn: Turn
    real: Observation
    stratum: str = ""
    weight: float = 1.0

    @property
    def turn_id(self) -> str:
        return self.trajectory.turn_id(self.turn)

    @property
    def title(self) -> str:
        """Which turn it is and what was said of it, for people."""
        verdict = self.verdict
        said = f"{verdict.predicted.value} predicted with {verdict.confidence:.1%}, really {verdict.real.value}"
        return f"{self.trajectory.seed_id}, turn {self.turn.index}: {said}"

    def text(self, domain: Domain) -> TextMatch | None:
        """How what was said of the failure fares; None where the label is wrong, or it passed."""
        return text_match(domain, self.real, self.turn.observation)

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.turn.observation.outcome, self.real.outcome, self.turn.confidence or 0.0, self.weight)


@dataclass(frozen=True)
class AuditedTrajectory:
    """An amplified trajectory and the one that the same generator and seed make with real tools."""

    simulated: Trajectory
    real: Trajectory

    @property
    def agrees(self) -> bool:
        """The final verdict as the loop saw it: the simulated one before any verification."""
        return self.simulated.turns[-1].observation.outcome.passed == self.real.passed


@dataclass(frozen=True)
class Cost:
    """What a night took. `tool_seconds` are those of the executions when they were first run, cached ones included;
    `seconds` is the wall clock."""

    executions: int = 0
    cached: int = 0
    tool_seconds: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True)
class StratumFigures:
    """One stratum: how many simulated turns it has, and the share right of those that were judged."""

    name: str
    of: int
    accuracy: Share


@dataclass(frozen=True)
class Audit:
    """`population` is how many simulated turns the sample stands for.

    `gaps` is how many of the sample the real tools cannot judge: they are neither right nor wrong.
    `left_out` says of how many trajectories, by generator and reason, agreement could not be asked.
    `amplified` is how many complete trajectories there were, `untouched` how many of them hold no simulated turn:
    those agree by construction and are not asked.
    """

    turns: tuple[AuditedTurn, ...]
    trajectories: tuple[AuditedTrajectory, ...]
    gaps: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    population: int = 0
    amplified: int = 0
    untouched: int = 0
    cost: Cost = Cost()

    @property
    def verdicts(self) -> list[Verdict]:
        return [turn.verdict for turn in self.turns]

    def true_texts(self, domain: Domain) -> Share:
        """Of the failures whose label is right and of which something is said: how often all of it is true."""
        texts = [(turn, text) for turn in self.turns if (text := turn.text(domain)) and text.says_something]
        return weighted_share([text.is_true for _, text in texts], [turn.weight for turn, _ in texts])

    @property
    def strata(self) -> list[StratumFigures]:
        """In the order of their names; none where the turns were not drawn by strata."""
        names = sorted({turn.stratum for turn in self.turns if turn.stratum})
        members = {name: [turn for turn in self.turns if turn.stratum == name] for name in names}
        return [
            StratumFigures(name, round(sum(turn.weight for turn in own)), outcome_accuracy([t.verdict for t in own]))
            for name, own in members.items()
        ]

    @property
    def wrong(self) -> list[AuditedTurn]:
        return [turn for turn in self.turns if not turn.verdict.right]

    @property
    def worst(self) -> list[AuditedTurn]:
        """The wrong predictions, those that the model was surest of first; each candidate of a bundle once."""
        ordered = sorted(self.wrong, key=lambda turn: (-turn.verdict.confidence, turn.turn_id))
        once: dict[tuple[str, str], AuditedTurn] = {}
        for turn in ordered:
            once.setdefault((turn.trajectory.bundle_hash, turn.turn.candidate.hash), turn)
        return list(once.values())

    @property
    def agreement(self) -> Share:
        return share(sum(entry.agrees for entry in self.trajectories), len(self.trajectories))


def weighted(turns: Sequence[AuditedTurn], sizes: Mapping[str, int]) -> tuple[AuditedTurn, ...]:
    """Each turn with its weight: the size of its stratum over how many of that were judged."""
    judged = Counter(turn.stratum for turn in turns)
    return tuple(replace(turn, weight=sizes[turn.stratum] / judged[turn.stratum]) for turn in turns)
