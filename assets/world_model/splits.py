"""Turns divided for training, calibration and measuring. How they are divided is `split_rule`."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from assets.generation.config import FAULT_INJECTION, TEXT_EDITS
from resources.world_model.model import TurnExample


class Part(StrEnum):
    """Where a turn is: the two that make a checkpoint, and the five it is measured on."""

    TRAIN = "train"
    CALIBRATION = "calibration"
    AUTHOR = "author"
    TURN = "turn"
    SEED = "seed"
    FAULT = "fault"
    GENERATOR = "generator"


MEASURED = (Part.AUTHOR, Part.TURN, Part.SEED, Part.FAULT, Part.GENERATOR)
"""Code by other authors, of held-out ones or for held-out tasks, which comes first since it is what users bring;
held-out turns of known seeds, turns of held-out seeds, turns with a held-out kind of fault, and turns of a
generator that is held out whole."""

INJECTED = ("", FAULT_INJECTION, TEXT_EDITS, "audit")
"""Generators, by what stands before a slash, whose code is a solution with faults that this project injected. All
others are other authors: language models, engineers, compilers."""

CORRECTION_PREFIX = "correction:"
"""Turn ids of wrong predictions that an audit sent back."""
CHOSEN = "scenario:"
"""Turn ids of candidates that a champion chose: they train and nothing else, since as a sample they are not fair."""


class Group(NamedTuple):
    """A seed or a fault kind of one domain."""

    domain: str
    name: str


class Pair(NamedTuple):
    """Hashes of a bundle and a candidate: what one execution is about."""

    bundle: str
    candidate: str


@dataclass(frozen=True)
class SplitSettings:
    """Shares, 0 to 1: of seeds and of fault kinds in each domain, then of the turns that remain.

    A domain with fewer than `least_seeds` seeds or `least_kinds` kinds has none held out. Generators whose name
    begins with one of `generators` are held out whole, and so are the fault kinds named in `kinds`.

    `authors` is a share of the writers and one of the tools (compilers) behind the other authors, `author_tasks` one of
    the tasks that they answered: what one of these wrote or made, and what anyone wrote for such a task, is held out,
    whatever the seeds.
    """

    seeds: float = 0.15
    fault_kinds: float = 0.1
    turns: float = 0.1
    calibration: float = 0.12
    least_seeds: int = 3
    least_kinds: int = 8
    authors: float = 0.3
    author_tasks: float = 0.3
    generators: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    salt: str = "1"


@dataclass(frozen=True)
class Splits:
    """Examples by part, in the order of turn ids; each (bundle, candidate) pair occurs once in all."""

    parts: Mapping[Part, tuple[TurnExample, ...]]
    seeds: tuple[Group, ...] = ()
    fault_kinds: tuple[Group, ...] = ()
    authors: tuple[Group, ...] = ()
    settings: SplitSettings = field(default_factory=SplitSettings)

    def summary(self) -> dict[str, object]:
        """For the checkpoint's manifest and the asset's metadata."""
        counts: dict[str, object] = {part.value: len(examples) for part, examples in self.parts.items()}
        return counts | {
            "held_out_seeds": [group.name for group in self.seeds],
            "held_out_fault_kinds": [group.name for group in self.fault_kinds],
            "held_out_generators": list(self.settings.generators),
            "held_out_authors": [group.name for group in self.authors],
            "labels": self.balance(),
        }

    def balance(self) -> dict[str, dict[str, dict[str, int]]]:
        """How many turns have which label, by part and domain; what does not occur is left out."""
        parts: dict[str, dict[str, dict[str, int]]] = {}
        for part, examples in self.parts.items():
            counts = Counter((item.query.domain.name, item.observation.outcome.value) for item in examples)
            for (domain, label), count in sorted(counts.items()):
                parts.setdefault(part.value, {}).setdefault(domain, {})[label] = count
        return parts
