"""The Generator protocol: returns reasoning r and code c for a bundle, given what happened so far.

An LLM endpoint and fault injection implement it alike. A generator keeps no state between calls: the
request holds everything, so a killed campaign resumes and the same request gives the same answer
(where the generator is deterministic).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from resources.domains.domain import Domain, Instructions
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation.trajectory import FaultRecord, Turn


class GeneratorFailed(Exception):
    """No usable answer: the trajectory ends, is reported, and never enters a corpus."""


@dataclass(frozen=True)
class GenerationRequest:
    """One turn to write. `history` is empty for the first attempt."""

    domain: Domain
    bundle: EnvironmentBundle
    instructions: Instructions
    seed: int
    history: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Generation:
    """Reasoning and code; `faults` where the generator knows what is wrong with its own code."""

    reasoning: str
    candidate: Candidate
    faults: tuple[FaultRecord, ...] = ()
    usage: Mapping[str, float] = field(default_factory=dict)


class Generator(Protocol):
    """`name` and `version` go into every trajectory's provenance and id."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    async def generate(self, request: GenerationRequest) -> Generation:
        """Raises GeneratorFailed; never blocks the event loop for longer than a few milliseconds."""
        ...
