"""Turn and Trajectory: τ = [⟨s, r0, c0⟩ → o0 → ⟨r1, c1⟩ → …] (paper section 2).

Frozen wire data. The loop that makes them is `assets.trajectories`.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from resources.execution.bundle import Candidate
from resources.execution.observation import Observation


class Source(StrEnum):
    """Where a turn's observation came from."""

    REAL = "real"
    SIMULATED = "simulated"
    VERIFIED = "simulated, verified"


class Ended(StrEnum):
    """Why the correction loop ended, as what answered in it saw it."""

    PASSED = "passed"
    EXHAUSTED = "exhausted"
    GENERATOR_FAILED = "generator_failed"


@dataclass(frozen=True)
class FaultRecord:
    """One edit that stands in a turn's code against the reference: category, kind, place."""

    category: str
    kind: str
    line: int
    context: str
    original: str
    replacement: str


TURN_ID_FORMAT = "{}:{}"
"""A trajectory's id and a turn's index. Braces are places for Python, polars and DuckDB alike."""


def turn_id(trajectory: str, index: int) -> str:
    return TURN_ID_FORMAT.format(trajectory, index)


@dataclass(frozen=True)
class Turn:
    """One attempt: reasoning r, code c, observation o. `index` 0 is the first attempt.

    `confidence` is the world model's calibrated probability of its label, `novelty` its share of executed candidates
    that were less unlike the others (0 to 1); None where no model was asked, or by rows older than the column.
    `verification` is the real observation beside a simulated one, where it was executed.
    """

    index: int
    reasoning: str
    candidate: Candidate
    observation: Observation
    source: Source = Source.REAL
    faults: tuple[FaultRecord, ...] = ()
    confidence: float | None = None
    novelty: float | None = None
    verification: Observation | None = None
    usage: Mapping[str, float] = field(default_factory=dict)

    @property
    def judged(self) -> Observation:
        """What counts: the verification where there is one, else what the loop saw."""
        return self.verification or self.observation


@dataclass(frozen=True)
class Trajectory:
    """Turns of one generator on one bundle. `trajectory_id` is the hash of all that determines it.

    `checkpoint` is the world model's id where one answered, "" where only tools did. `generator_model` is the
    model behind an endpoint, "" where there is none. `failure` says why the generator gave up, "" where it
    did not; there may then be no turn at all, and `failure_usage` is what its unusable answers cost.
    """

    trajectory_id: str
    domain: str
    seed_id: str
    bundle_hash: str
    generator: str
    generator_version: str
    generator_seed: int
    instructions_version: str
    toolchain: str
    checkpoint: str
    turns: tuple[Turn, ...]
    generator_model: str = ""
    failure: str = ""
    failure_usage: Mapping[str, float] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Solved, by real execution of the last turn where there was one. Never where the generator failed."""
        if self.failure or not self.turns:
            return False
        return self.turns[-1].judged.outcome.passed

    @property
    def ended(self) -> Ended:
        if self.failure or not self.turns:
            return Ended.GENERATOR_FAILED
        return Ended.PASSED if self.turns[-1].observation.outcome.passed else Ended.EXHAUSTED

    def turn_id(self, turn: Turn) -> str:
        return turn_id(self.trajectory_id, turn.index)

    @property
    def usage(self) -> Mapping[str, float]:
        """What all answers cost together, unusable ones included; a measure that none has is absent."""
        total: Counter[str] = Counter()
        for usage in (*(turn.usage for turn in self.turns), self.failure_usage):
            total.update(usage)
        return dict(total)


def trajectory_id(
    *,
    bundle_hash: str,
    generator: str,
    generator_version: str,
    generator_seed: int,
    toolchain: str,
    checkpoint: str,
    max_corrections: int,
) -> str:
    """Stable across machines and runs, so that a resumed campaign knows what it has."""
    parts = [bundle_hash, generator, generator_version, generator_seed, toolchain, checkpoint, max_corrections]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]
