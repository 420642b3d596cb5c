"""Reads the built-in task folders into TaskSeeds, and says which file and field is wrong when one is.

What belongs here is the folder format. The baseline of a task is kept in its folder, so that a seed is the same on
every machine; `compilation` makes it. Generators are this repository's own code and run in this process; no tool does.
"""

import re
import runpy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from resources.domains.code_optimization.execution.stages.comparison import ROUNDS_WORD
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, SUITE_FILE, ProgramTest, suite_text
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import (
    BrokenSeedError,
    Identifier,
    TaskHead,
    builtin_origin,
    check_folder,
    read_library,
    read_task_file,
    read_text,
)
from resources.execution.bundle import Limits

_SHOWN_TESTS = 2
_SHOWN_CHARACTERS = 300


def task_prompt(words: str, program: str, tests: Iterable[ProgramTest]) -> str:
    """`words` describe the task, before the C program and up to two short tests."""
    parts = [words.strip(), fenced("c", program)]
    shown = [test for test in tests if test.shown and len(test.stdin) + len(test.stdout) <= _SHOWN_CHARACTERS]
    for test in shown[:_SHOWN_TESTS]:
        parts.append(f"Given on stdin:\n\n{fenced('', test.stdin)}\n\nthe program prints:\n\n{fenced('', test.stdout)}")
    return "\n\n".join(parts) + "\n"


def fenced(language: str, text: str) -> str:
    """A code block whose fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


LIBRARY_ROOT = Path(__file__).parent / "builtin"
BASELINE, HARNESS, HARNESS_HEADER, COMPILED_HARNESS = "baseline.s", "harness.c", "harness.h", "harness.s"
FILES = ("prompt.md", PROGRAM_FILE, BASELINE, HARNESS, "generate.py")
"""What a seed is made of. `COMPILED_HARNESS` is for the world model alone."""
CANDIDATE_FILE = "kernel.s"
_INPUTS = {
    "run_words": "The program that calls it reads a number of rounds, a count (at most 131072), and that many words.",
    "run_text": "The program that calls it reads a number of rounds and a line's end, and takes the rest, at most"
    " 131071 bytes, as text.",
}
_PRINTS = (
    "It makes new data of the same kind for each round and prints one number made of all results. What your code keeps"
    " in memory is as at the start in each round, and all memory but its own and its arguments' is closed to writing."
)
LIMITS = Limits(wall_s=20.0, cpu_s=2)
"""A test of a built-in task takes a few milliseconds."""


@dataclass(frozen=True)
class TaskFile(TaskHead):
    """The content of task.yaml. `entry` is the function that the harness calls."""

    entry: Identifier
    limits: Limits = field(default_factory=lambda: LIMITS)


@cache
def builtin_seeds() -> tuple[TaskSeed, ...]:
    """Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
    return read_library(LIBRARY_ROOT, read_task)


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
        origin=builtin_origin(folder, texts),
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
    tests_function = runpy.run_path(str(file)).get("tests")
    if not callable(tests_function):
        raise BrokenSeedError(file, "tests", "is no function of the generator")
    tests: Sequence[ProgramTest] = tests_function()
    if not any(test.shown for test in tests) or sum(test.measured for test in tests) != 1:
        raise BrokenSeedError(file, "tests", "some tests must be shown, and one measured")
    return tests


def _prototype(folder: Path, program: str, entry: str) -> str:
    """The entry function's declaration, from its definition."""
    match = re.search(rf"^(?!static)[^\n;{{}}#]*\b{entry}\([^)]*\)(?=\s*\{{)", program, re.MULTILINE)
    if match is None:
        raise BrokenSeedError(folder / PROGRAM_FILE, "entry", f"does not define {entry}")
    return " ".join(match[0].split()) + ";\n"
