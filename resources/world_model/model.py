"""The WorldModel protocol: (domain tag, s_env, c) ↦ ô, with a calibrated confidence.

Frozen wire data and the protocol only.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome


@dataclass(frozen=True)
class Executed:
    """A candidate that was run for real on the same bundle, and what came of it."""

    candidate: Candidate
    observation: Observation


@dataclass(frozen=True)
class Query:
    """What to predict. `executed` are candidates already run on this bundle: the certified reference
    first, then earlier turns; the rendering picks the nearest. `author` is the generator's name: trust alone reads it,
    since what a label is must not hang on who asks."""

    domain: Domain
    bundle: EnvironmentBundle
    candidate: Candidate
    executed: tuple[Executed, ...] = ()
    author: str = ""


@dataclass(frozen=True)
class Prediction:
    """A predicted observation (its toolchain is the checkpoint's id) and how sure the model is.

    `confidence` is the calibrated probability of `observation.outcome`; `novelty` is the share of executed
    candidates that were less unlike the others than this one is, 0 to 1. `trust` is the confidence, lowered
    where novelty is high; `trusted` says that it is enough, as the model was calibrated, to stand in the tool's
    place. Trust goes by the `learned_confidence`, from before what no simulation looked at was counted.
    """

    observation: Observation
    confidence: float
    probabilities: Mapping[Outcome, float]
    novelty: float = 0.0
    trust: float = 0.0
    trusted: bool = False
    learned_confidence: float | None = None

    @property
    def confidence_for_trust(self) -> float:
        """On the scale of thresholds, which audits raise: what a turn keeps."""
        return self.confidence if self.learned_confidence is None else self.learned_confidence


@dataclass(frozen=True)
class TurnExample:
    """One real turn to learn from or to be measured on. `fault_kinds` may be empty; `generator` made it. `is_others`
    says that its code began with another author, whether faults were injected into it or not."""

    turn_id: str
    query: Query
    observation: Observation
    fault_kinds: tuple[str, ...] = ()
    generator: str = ""
    is_others: bool = False


class WorldModel(Protocol):
    """Stands in a backend's place. `checkpoint_id` is the content hash of its folder."""

    @property
    def checkpoint_id(self) -> str: ...

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction for each query, in order. Deterministic."""
        ...
