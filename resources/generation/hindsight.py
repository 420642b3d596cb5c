"""The HindsightWriter protocol: the reasoning of a corrected turn, written after the trajectory has passed.

Error-driven chain of thought (paper section 2): failed code, what the environment said, the version that
worked. The checks on such a text and its table are `assets.hindsight`; who writes it are generators.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from resources.domains.domain import Domain, Instructions
from resources.execution.bundle import EnvironmentBundle
from resources.generation.generator import Generator
from resources.generation.trajectory import Turn


@dataclass(frozen=True)
class HindsightRequest:
    """Why turn `index` of a solved trajectory looks as it does; `index` is 1 or more."""

    domain: Domain
    bundle: EnvironmentBundle
    instructions: Instructions
    seed: int
    turns: tuple[Turn, ...]
    index: int

    @property
    def failed(self) -> Turn:
        """The attempt before, with the observation that made a correction necessary."""
        return self.turns[self.index - 1]

    @property
    def corrected(self) -> Turn:
        return self.turns[self.index]


@dataclass(frozen=True)
class Hindsight:
    """`usage` in the keys of `resources.generation.generator.USAGE`."""

    reasoning: str
    usage: Mapping[str, float] = field(default_factory=dict)


class HindsightWriter(Protocol):
    """`name` and `version` go into each text's provenance."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    async def reason(self, request: HindsightRequest) -> Hindsight:
        """Raises GeneratorFailed or GeneratorUnavailable, as `Generator.generate` does."""
        ...


@dataclass(frozen=True)
class GeneratorHindsight:
    """Implements HindsightWriter for a generator that can say by itself why its own turns look as they do.

    `write` takes processor time, so it runs beside the event loop; it raises GeneratorFailed for a turn that it cannot
    explain, another generator's among them.
    """

    generator: Generator
    write: Callable[[HindsightRequest], str]

    @property
    def name(self) -> str:
        return self.generator.name

    @property
    def version(self) -> str:
        return self.generator.version

    async def reason(self, request: HindsightRequest) -> Hindsight:
        return Hindsight(await asyncio.to_thread(self.write, request))
