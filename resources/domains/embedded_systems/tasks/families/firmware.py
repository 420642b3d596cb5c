"""Firmware: one drawn task of bare-metal C, in sentences, in C and as scenarios. No family's own rules are here.

A sentence names the checks that hold a program to it, so that a drawn prompt demands nothing that is not checked.
"""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any

import yaml

from resources.domains.embedded_systems.execution.board_files import MEMORY_SCRIPT, NOTES, board_files, memory_script
from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE, ScenarioRecord
from resources.domains.embedded_systems.tasks.demands import Sentence
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.prompt import Point, prompt_text
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer
from resources.domains.embedded_systems.tasks.library import CANDIDATE_FILE
from resources.domains.families import MadeTask, TaskFamily, made_name

_TOKEN = re.compile(r"[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uU]?|\d+[uU]?|[<>=!&|^~+*/%-]+|\S")
TIER_TOKENS = (210, 320, 460, 640)
"""Tokens of a reference from which on a task is of the next tier: they put 23 of the 28 built-in tasks into their own
tier or the one beside it."""


@dataclass(frozen=True)
class Firmware:
    """`declared` are the lines of the interface: global variables and handlers. `lazy` are edits of the reference."""

    title: str
    opening: tuple[Sentence, ...]
    points: tuple[Point, ...]
    declared: tuple[str, ...]
    reference: str
    scenarios: tuple[ScenarioRecord, ...]
    lazy: tuple[LazyAnswer, ...]
    tags: tuple[str, ...]
    flash_kib: int = 16
    ram_kib: int = 8

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return (*self.opening, *(sentence for point in self.points for sentence in point.sentences))

    @property
    def interface(self) -> str:
        lines = "".join(f"{line}\n" for line in self.declared)
        return f'#include "stm32f405.h"\n\n{lines}int main(void);\n'

    @cached_property
    def checks(self) -> str:
        """As checks.yaml of a built-in task."""
        scenarios = {"scenarios": [_plain(scenario) for scenario in self.scenarios]}
        return yaml.safe_dump(scenarios, sort_keys=False, default_flow_style=None, width=118)

    def made(self, choice: random.Random) -> MadeTask:
        board = board_files()
        prompt = prompt_text(self.title, self.opening, self.points, choice)
        memory = memory_script(self.flash_kib << 10, self.ram_kib << 10, 1024)
        return MadeTask(
            title=self.title,
            prompt=f"{prompt}\n{board[NOTES]}",
            interface=self.interface,
            candidate_file=CANDIDATE_FILE,
            reference=self.reference,
            tier=1 + sum(tokens_of(self.reference) >= least for least in TIER_TOKENS),
            tags=self.tags,
            files={**board, MEMORY_SCRIPT: memory, CHECKS_FILE: self.checks},
            settings={"target": "stm32f405", "engine": "model"},
        )


@dataclass(frozen=True)
class FirmwareFamily:
    """A family of the domain, and what its drawings keep beside their tasks."""

    name: str
    version: str
    description: str
    draw: Callable[[random.Random], Firmware]

    @property
    def family(self) -> TaskFamily:
        return TaskFamily("embedded_systems", self.name, self.version, self.description, self._made)

    def firmware(self, number: int) -> Firmware:
        """What the task of that number was made of."""
        return self.draw(self.family.choice(number))

    def _made(self, choice: random.Random) -> MadeTask:
        return self.draw(choice).made(choice)


def lazy_answers_of(families: tuple[FirmwareFamily, ...], seed_id: str) -> tuple[LazyAnswer, ...]:
    """Those of a made task, its own and those that any firmware may be cut short by; none of another."""
    name = made_name(seed_id)
    drawn = (family.firmware(name.number) for family in families if name and family.name == name.family)
    return next(((*firmware.lazy, *lazy.of_any(firmware.reference)) for firmware in drawn), ())


def aside(choice: random.Random) -> random.Random:
    """Random numbers that go on from here and use none up: what is drawn of them changes no other drawing."""
    twin = random.Random()
    twin.setstate(choice.getstate())
    return twin


def tokens_of(reference: str) -> int:
    return len(_TOKEN.findall(re.sub(r"/\*.*?\*/", "", reference, flags=re.DOTALL)))


def _plain(value: Any) -> Any:
    """As YAML writes it: records without the fields that have their defaults."""
    if is_dataclass(value):
        given = {field.name: getattr(value, field.name) for field in fields(value)}
        return {f.name: _plain(given[f.name]) for f in fields(value) if given[f.name] != f.default or _required(f)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return round(value, 6) if isinstance(value, float) else value


def _required(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING
