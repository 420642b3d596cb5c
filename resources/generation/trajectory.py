"""Turn and Trajectory: τ = [⟨s, r0, c0⟩ → o0 → ⟨r1, c1⟩ → …] (paper section 2).

Frozen wire data. The loop that makes them is `assets.trajectories`.
"""

import hashlib
import json
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


@dataclass(frozen=True)
class FaultRecord:
    """One edit that stands in a turn's code against the reference: category, kind, place."""

    category: str
    kind: str
    line: int
    context: str
    original: str
    replacement: str


@dataclass(frozen=True)
class Turn:
    """One attempt: reasoning r, code c, observation o. `index` 0 is the first attempt.

    `confidence` is the world model's calibrated probability of its label, None where the tool ran.
    `verification` is the real observation beside a simulated one, where it was executed.
    """

    index: int
    reasoning: str
    candidate: Candidate
    observation: Observation
    source: Source = Source.REAL
    faults: tuple[FaultRecord, ...] = ()
    confidence: float | None = None
    verification: Observation | None = None
    usage: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Trajectory:
    """Turns of one generator on one bundle. `trajectory_id` is the hash of all that determines it.

    `checkpoint` is the world model's id where one answered, "" where only tools did.
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

    @property
    def passed(self) -> bool:
        last = self.turns[-1]
        return (last.verification or last.observation).outcome.passed


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
