"""TaskFamily: a drawing of tasks that has no end. A number gives a task, the same on every machine.

A domain lists its families in `tasks/families/`; each one's `make` decides structure, prompt, reference and bench from
the random numbers that it is given, and from nothing else (no hash of a text, no order of a set, no other generator).
Whether a drawn task may be used is certification's question.
"""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from resources.domains.seed import SeedOrigin, TaskSeed
from resources.execution.bundle import Limits

SOURCE = "families"
LICENCE = "Apache-2.0"
FIRST_EXAM_NUMBER = 1_000_000
"""Tasks from this number on are for evaluation: no home trains on them."""
_DRAWINGS = 20
"""For one task. Of some families every tenth is degenerate."""
_SEED_ID = re.compile(rf"{SOURCE}/([a-z][a-z0-9_]*)-(\d+)")


class Degenerate(ValueError):
    """A drawing that gives no task, such as a counter that never counts. The message says why."""


@dataclass(frozen=True)
class MadeTask:
    """What a drawing decides. The fields are those of a TaskSeed."""

    title: str
    prompt: str
    interface: str
    candidate_file: str
    reference: str
    tier: int
    tags: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class TaskFamily:
    """`name` is unique in the project. `version` changes whenever any number gives another task than before. Its part
    before a dot decides the random numbers: from "1" to "1.1" benches and references change, and prompts stay."""

    domain: str
    name: str
    version: str
    description: str
    make: Callable[[random.Random], MadeTask]

    def draw(self, number: int) -> TaskSeed:
        """The task of that number. Raises ValueError for a negative one."""
        if number < 0:
            raise ValueError(f"{self.name}: tasks are numbered from 0, not {number}")
        made = self._made(number)
        return TaskSeed(
            seed_id=f"{SOURCE}/{self.name}-{number}",
            domain=self.domain,
            title=made.title,
            prompt=made.prompt,
            interface=made.interface,
            candidate_file=made.candidate_file,
            reference=made.reference,
            origin=SeedOrigin(SOURCE, f"{self.name}@{self.version}", LICENCE, f"{self.name}/{number}"),
            tier=made.tier,
            tags=made.tags,
            files=made.files,
            settings=made.settings,
            limits=made.limits,
        )

    def _made(self, number: int) -> MadeTask:
        for again in range(_DRAWINGS - 1):
            try:
                return self.make(self.choice(number, again))
            except Degenerate:
                continue
        return self.make(self.choice(number, _DRAWINGS - 1))

    def choice(self, number: int, again: int = 0) -> random.Random:
        """The random numbers that decide the task of that number; `again` counts the drawings that gave none."""
        drawn = f"{self.name}/{self.version.partition('.')[0]}/{number}"
        return random.Random(drawn + (f"/{again}" if again else ""))


@dataclass(frozen=True)
class MadeName:
    """What a made task's id says."""

    family: str
    number: int

    @property
    def is_exam(self) -> bool:
        return self.number >= FIRST_EXAM_NUMBER


def made_name(seed_id: str) -> MadeName | None:
    """None for the id of a task that no family made."""
    match = _SEED_ID.fullmatch(seed_id)
    return MadeName(match[1], int(match[2])) if match else None
