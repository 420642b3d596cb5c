"""Reads the built-in task folders into TaskSeeds, and says which file and field is wrong when one is.

What belongs here is the folder format. The baseline of a task is kept in its folder, so that a seed is the same on
every machine; `compilation` makes it. Generators are this repository's own code and run in this process; no tool does.
"""

import re
import runpy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

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
    read_named,
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
GENERATOR, MOST = "generate.py", "MOST"
"""`MOST` are a generator's limits: by the words that the prompt has for them, what held-back tests reach and no call is
beyond."""
FILES = ("prompt.md", PROGRAM_FILE, BASELINE, HARNESS, GENERATOR)
"""What a seed is made of. `COMPILED_HARNESS` is for the world model alone."""
CANDIDATE_FILE = "kernel.s"
HARNESS_INPUTS = {
    "run_words": "The program that calls it reads a number of rounds, a count, and that many words.",
    "run_text": "The program that calls it reads a number of rounds and a line's end, and takes the rest as text.",
}
_NUMBER = re.compile(r"[(,]\s*(?:size_t|u?int\d+_t|unsigned|int|long) (\w+)(?=[,)])")
"""An argument that is a number."""
HARNESS_PRINTS = (
    "It makes new data of the same kind for each round and prints one number made of all results. What your code keeps"
    " in memory is as at the start in each round, and all memory but its own and its arguments' is closed to writing."
    " Static data may have 16 MiB."
)
LIMITS = Limits(wall_s=20.0, cpu_s=2)
"""A test of a built-in task takes a few milliseconds."""


@dataclass(frozen=True)
class TaskFile(TaskHead):
    """The content of task.yaml. `entry` is the function that the harness calls."""

    entry: Identifier
    limits: Limits = field(default_factory=lambda: LIMITS)


def read_task(folder: Path) -> TaskSeed:
    """One task folder as a seed; raises BrokenSeedError naming the file and the field."""
    task = read_task_file(folder, TaskFile)
    texts = {name: read_text(folder / name) for name in FILES}
    check_folder(folder, task.tier, {**texts, COMPILED_HARNESS: ""})
    header = read_text(LIBRARY_ROOT / HARNESS_HEADER)
    interface = _prototype(folder, texts[PROGRAM_FILE], task.entry)
    generated = runpy.run_path(str(folder / GENERATOR))
    tests, most = _tests(folder, generated), _most(folder, generated, interface)
    return TaskSeed(
        seed_id=f"builtin/{folder.name}",
        domain="code_optimization",
        title=task.title,
        prompt=task_prompt(_words(texts, most), texts[PROGRAM_FILE], tests),
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


builtin_seeds = cache(partial(read_library, LIBRARY_ROOT, read_task))
"""Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
builtin_seed = cache(partial(read_named, LIBRARY_ROOT, read_task))
"""The one of an id, without reading the others; None where there is none."""


def _words(texts: Mapping[str, str], most: Mapping[str, int]) -> str:
    """The task's description, the limits of what its function is given, and what its harness reads."""
    reads = [words for call, words in HARNESS_INPUTS.items() if call in texts[HARNESS]]
    limits = "At most: " + ", ".join(f"{what} {value}" for what, value in most.items()) + "."
    return "\n\n".join((texts["prompt.md"].strip(), limits, *(f"{words} {HARNESS_PRINTS}" for words in reads)))


def _tests(folder: Path, generated: Mapping[str, Any]) -> Sequence[ProgramTest]:
    """What the folder's generator returns."""
    tests_function = generated.get("tests")
    if not callable(tests_function):
        raise BrokenSeedError(folder / GENERATOR, "tests", "is no function of the generator")
    tests: Sequence[ProgramTest] = tests_function()
    if not any(test.shown for test in tests) or sum(test.measured for test in tests) != 1:
        raise BrokenSeedError(folder / GENERATOR, "tests", "some tests must be shown, and one measured")
    return tests


def _most(folder: Path, generated: Mapping[str, Any], interface: str) -> Mapping[str, int]:
    """The limits that the prompt states: of each number that the function is given, and of what else has one."""
    most: Mapping[str, int] = generated.get(MOST, {})
    missing = [name for name in _NUMBER.findall(interface) if f"`{name}`" not in most]
    if missing or not most:
        raise BrokenSeedError(folder / GENERATOR, MOST, f"has no limit for {', '.join(missing) or 'anything'}")
    return most


def _prototype(folder: Path, program: str, entry: str) -> str:
    """The entry function's declaration, from its definition."""
    match = re.search(rf"^(?!static)[^\n;{{}}#]*\b{entry}\([^)]*\)(?=\s*\{{)", program, re.MULTILINE)
    if match is None:
        raise BrokenSeedError(folder / PROGRAM_FILE, "entry", f"does not define {entry}")
    return " ".join(match[0].split()) + ";\n"
