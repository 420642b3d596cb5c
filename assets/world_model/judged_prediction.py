"""One prediction beside what was real. Figures over many are `fidelity`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assets.world_model.diagnostic_match import DiagnosticMatch, diagnostic_match
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.model import TurnExample


@dataclass(frozen=True)
class Measured:
    """One prediction beside what was real. `match` is None where no diagnostic was predicted, `trust` and
    `trusted` where the predictor says no more than probabilities."""

    domain: str
    real: Outcome
    probabilities: Mapping[Outcome, float]
    match: DiagnosticMatch | None = None
    trust: float | None = None
    trusted: bool | None = None

    @property
    def predicted(self) -> Outcome:
        """The likeliest label; the first by name of equals."""
        return min(self.probabilities, key=lambda outcome: (-self.probabilities[outcome], outcome.value))

    @property
    def right(self) -> bool:
        return self.predicted is self.real

    @property
    def confidence(self) -> float:
        return self.probabilities[self.predicted]

    @property
    def sureness(self) -> float:
        """What the turns are ranked by when only the surest are accepted."""
        return self.confidence if self.trust is None else self.trust


def measure(
    examples: Sequence[TurnExample],
    probabilities: Sequence[Mapping[Outcome, float]],
    observations: Sequence[Observation] | None = None,
) -> list[Measured]:
    """`observations` are predicted ones, in order, from a predictor that writes diagnostics."""
    written: Sequence[Observation | None] = observations or [None] * len(examples)
    return [
        Measured(
            example.query.domain.name,
            example.observation.outcome,
            shares,
            None if seen is None else diagnostic_match(example.query.domain, example.observation, seen),
        )
        for example, shares, seen in zip(examples, probabilities, written, strict=True)
    ]
