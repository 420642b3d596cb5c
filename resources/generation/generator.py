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
    """No usable answer to this request: the trajectory ends as `generator_failed` and never enters a corpus.

    `usage` is what the failed answers cost, in the keys of `Generation.usage`.
    """

    def __init__(self, reason: str, usage: Mapping[str, float] | None = None) -> None:
        super().__init__(reason)
        self.usage: Mapping[str, float] = dict(usage or {})


class NoFurtherAnswer(Exception):
    """The generator has nothing more to say after these turns: the trajectory ends with what it has."""


class GeneratorUnavailable(Exception):
    """The generator cannot work now: endpoint down, key refused, budget spent. The message says what to do.

    Nothing of the trajectory is kept as a row; what is finished stays, and a later run goes on from there.
    """


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
    """Reasoning and code; `faults` where the generator knows what is wrong with its own code.

    `usage` holds those of `USAGE` that the generator has; fault injection has none.
    """

    reasoning: str
    candidate: Candidate
    faults: tuple[FaultRecord, ...] = ()
    usage: Mapping[str, float] = field(default_factory=dict)


USAGE = {
    "prompt_tokens": "tokens read, cached ones included",
    "cached_tokens": "of those, tokens that the server had in its prefix cache; absent where it does not say",
    "completion_tokens": "tokens written, reasoning included",
    "requests": "requests answered by the server, 0 for a reply from the local cache",
    "retries": "requests that had to be sent again",
    "seconds": "from the first request to the last answer, waiting between retries included",
    "cost": "in the currency of the configured prices; absent without prices",
}
"""What a generator may say of one answer's cost, by name."""


class Generator(Protocol):
    """`name` and `version` go into every trajectory's provenance and id."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    async def generate(self, request: GenerationRequest) -> Generation:
        """Raises GeneratorFailed, or NoFurtherAnswer after a turn; never blocks the event loop for longer than a few
        milliseconds."""
        ...
