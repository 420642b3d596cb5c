"""Mixture: which generator makes which trajectory of a campaign (docs/decisions.md, "Endpoint generators").

Drawn, not scheduled, so that campaigns agree with themselves. Where generators come from is `assets.generation`.
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.generator import Generator
from resources.generation.hindsight import HindsightWriter
from resources.generation.recorded.generator import RecordedGenerator

_PARTS = 1000


@dataclass(frozen=True)
class Member:
    """A generator's place in a mixture.

    `share` is relative to the others' shares, `first_seed` is added to the seeds that it is given. `tasks` are the ids
    of the seeds that it can work on, None for all. `at_once` is how
    many of its trajectories may wait for it at the same time; None: as many as the tools can follow. `writer` writes
    in hindsight under its name, `live` says in a few words how it is doing.
    """

    generator: Generator
    share: float = 1.0
    first_seed: int = 0
    needs_solution: bool = False
    tasks: frozenset[str] | None = None
    model: str = ""
    at_once: int | None = None
    writer: HindsightWriter | None = None
    live: Callable[[], str] | None = None


@dataclass(frozen=True)
class Draw:
    """Whose trajectory it is, and the seed that the generator gets."""

    member: Member
    seed: int


@dataclass(frozen=True)
class Replay:
    """One author's recorded answers. Nothing is drawn: each answer is one trajectory, a real one for `executed` of them
    (0 to 1, by the answer's number), an amplified one for the others. Conversations are always real: their thoughts are
    about what tools said. `shipped` are the numbers of those that come with the project: a profile may take fewer."""

    generator: RecordedGenerator
    executed: float = 1.0
    shipped: frozenset[int] = frozenset()

    def seeds(self, seed_id: str, *, amplified: bool) -> list[int]:
        """Those of the answers to a task."""
        numbers = self.generator.numbers(seed_id)
        return [number for number in numbers if self._is_amplified(number) is amplified]

    def _is_amplified(self, number: int) -> bool:
        return number % _PARTS >= self.executed * _PARTS and number not in self.conversations

    @cached_property
    def conversations(self) -> frozenset[int]:
        return self.generator.conversations


@dataclass(frozen=True)
class Mixture:
    """The generators of one domain's campaign, and answers recorded elsewhere. Names differ."""

    domain: Domain
    members: tuple[Member, ...]
    replays: tuple[Replay, ...] = ()

    def draw(self, bundle: EnvironmentBundle, number: int) -> Draw | None:
        """Who makes trajectory `number` of the bundle; None where all need a solution and it has none.

        Weighted rendezvous hashing: each member draws from a hash of (bundle, number, name), the smallest
        draw wins. So shares are kept, and another member or share moves only what it has to.
        """
        able = [member for member in self.members if _is_able(member, bundle)]
        chosen = min(able, key=lambda member: _waiting_time(member, bundle, number), default=None)
        return Draw(chosen, number + chosen.first_seed) if chosen else None

    def lanes(self, executed: int) -> dict[str, int]:
        """How many trajectories each generator may have under way, `executed` of them for the tools.

        With so many beyond those that wait for the generator, either it is busy or all tools are.
        """
        return {member.generator.name: (member.at_once or 0) + executed for member in self.members}

    @property
    def endpoints(self) -> frozenset[str]:
        """Names of the generators that ask a server."""
        return frozenset(member.generator.name for member in self.members if member.at_once is not None)

    def live(self) -> str:
        """How the generators are doing, "" where none has anything to say."""
        return "; ".join(text for member in self.members if member.live and (text := member.live()))

    def by_name(self) -> dict[str, Generator]:
        replayed = {replay.generator.name: replay.generator for replay in self.replays}
        return {**{member.generator.name: member.generator for member in self.members}, **replayed}

    def writer(self, name: str) -> HindsightWriter | None:
        """Who writes reasoning in hindsight under that generator's name; None where it cannot, or is not here."""
        return next((member.writer for member in self.members if member.generator.name == name), None)


def _is_able(member: Member, bundle: EnvironmentBundle) -> bool:
    if member.tasks is not None and bundle.seed_id not in member.tasks:
        return False
    return bundle.reference_is_solution or not member.needs_solution


def _waiting_time(member: Member, bundle: EnvironmentBundle, number: int) -> float:
    """Exponential with rate `share`: the chance of being the smallest is the share of all rates."""
    digest = hashlib.sha256(f"{bundle.hash}:{number}:{member.generator.name}".encode()).digest()
    uniform = (int.from_bytes(digest[:8]) + 1) / (2**64 + 1)
    return -math.log(uniform) / member.share
