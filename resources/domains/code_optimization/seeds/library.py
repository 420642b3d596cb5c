"""Reads the built-in task folders into TaskSeeds, and says which file and field is wrong when one is.

What belongs here is the folder format. The baseline of a task is kept in its folder, so that a seed is the same on
every machine; `compiling` makes it. Generators are this repository's own code and run in this process; no tool does.
"""

import re
import runpy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import ConfigDict, Field

from resources.domains.code_optimization.prompts import task_prompt
from resources.domains.code_optimization.stages.comparison import ROUNDS_WORD
from resources.domains.code_optimization.test_suite import PROGRAM_FILE, SUITE_FILE, ProgramTest, suite_text
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.seed_folder import (
    LICENCE,
    BrokenSeedError,
    Identifier,
    check_folder,
    content_hash,
    read_task_file,
    read_text,
    task_folders,
)
from resources.execution.bundle import Limits

LIBRARY_ROOT = Path(__file__).parent
BASELINE, HARNESS, HARNESS_HEADER, COMPILED_HARNESS = "baseline.s", "harness.c", "harness.h", "harness.s"
FILES = ("prompt.md", PROGRAM_FILE, BASELINE, HARNESS, "generate.py")
"""What a seed is made of. `COMPILED_HARNESS` is for the world model alone."""
CANDIDATE_FILE = "kernel.s"
_INPUTS = {
    "run_words": "The program that calls it reads a number of rounds, a count (at most 16384), and that many words.",
    "run_text": "The program that calls it reads a number of rounds and a line's end, and takes the rest, at most 16383 bytes, as text.",
}
_PRINTS = "It makes new data of the same kind for each round and prints one number made of all results."
LIMITS = Limits(wall_s=20.0, cpu_s=2)
"""A test of a built-in task takes a few milliseconds."""


@dataclass(frozen=True)
class TaskFile:
    """The content of task.yaml. `entry` is the function that the harness calls."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1)]
    tier: Annotated[int, Field(ge=1, le=5)]
    tags: Annotated[tuple[Identifier, ...], Field(min_length=1)]
    entry: Identifier
    limits: Limits = field(default_factory=lambda: LIMITS)


@cache
def builtin_seeds() -> tuple[TaskSeed, ...]:
    """Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
    return read_library(LIBRARY_ROOT)


def read_library(root: Path) -> tuple[TaskSeed, ...]:
    """The tasks below `root`, ordered by folder; raises BrokenSeedError for a broken folder or a repeated name."""
    return tuple(read_task(folder) for folder in task_folders(root))


def read_task(folder: Path) -> TaskSeed:
    """One task folder as a seed; raises BrokenSeedError naming the file and the field."""
    task = read_task_file(folder, TaskFile)
    texts = {name: read_text(folder / name) for name in FILES}
    check_folder(folder, task.tier, {**texts, COMPILED_HARNESS: ""})
    header = read_text(LIBRARY_ROOT / HARNESS_HEADER)
    tests = _tests(folder / "generate.py")
    interface = _prototype(folder, texts[PROGRAM_FILE], task.entry)
    return TaskSeed(
        seed_id=f"builtin/{folder.name}",
        domain="code_optimization",
        title=task.title,
        prompt=task_prompt(_words(texts), texts[PROGRAM_FILE], tests),
        interface=interface,
        candidate_file=CANDIDATE_FILE,
        reference=texts[BASELINE],
        origin=SeedOrigin("builtin", content_hash(folder, texts), LICENCE, f"{folder.parent.name}/{folder.name}"),
        tier=task.tier,
        tags=task.tags,
        files={
            PROGRAM_FILE: texts[PROGRAM_FILE],
            HARNESS: texts[HARNESS],
            HARNESS_HEADER: header,
            SUITE_FILE: suite_text(tests),
        },
        settings={"entry": task.entry, ROUNDS_WORD: "0"},
        limits=task.limits,
    )


def _words(texts: Mapping[str, str]) -> str:
    """The task's description, and what its harness reads."""
    reads = [words for call, words in _INPUTS.items() if call in texts[HARNESS]]
    return "\n\n".join((texts["prompt.md"].strip(), *(f"{words} {_PRINTS}" for words in reads)))


def _tests(file: Path) -> Sequence[ProgramTest]:
    """What the folder's generator returns."""
    found = runpy.run_path(str(file)).get("tests")
    if not callable(found):
        raise BrokenSeedError(file, "tests", "is no function of the generator")
    tests: Sequence[ProgramTest] = found()
    if not any(test.shown for test in tests) or sum(test.measured for test in tests) != 1:
        raise BrokenSeedError(file, "tests", "some tests must be shown, and one measured")
    return tests


def _prototype(folder: Path, program: str, entry: str) -> str:
    """The entry function's declaration, from its definition."""
    match = re.search(rf"^(?!static)[^\n;{{}}#]*\b{entry}\([^)]*\)(?=\s*\{{)", program, re.MULTILINE)
    if match is None:
        raise BrokenSeedError(folder / PROGRAM_FILE, "entry", f"does not define {entry}")
    return " ".join(match[0].split()) + ";\n"
