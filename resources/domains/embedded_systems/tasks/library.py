"""Reads the built-in task folders into TaskSeeds, and says which file and field is wrong when one is.

Whether a reference passes its checks is certification's question, and nothing is executed here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Annotated

from pydantic import Field

from resources.domains.embedded_systems.execution.board_files import MEMORY_SCRIPT, NOTES, board_files, memory_script
from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE, read_checks
from resources.domains.embedded_systems.tasks.demands import DEMANDS_FILE, gaps, read_demands
from resources.domains.embedded_systems.tasks.lazy_answers import LAZY_FILE, LazyAnswer, read_lazy_answers
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import (
    BrokenSeedError,
    TaskHead,
    builtin_origin,
    check_folder,
    read_library,
    read_named,
    read_task_file,
    read_text,
    task_folders,
)
from resources.execution.bundle import Limits
from resources.execution.errors import PermanentEnvironmentFailure

LIBRARY_ROOT = Path(__file__).parent / "builtin"
CANDIDATE_FILE = "main.c"
_FILES = ("prompt.md", "interface.c", "reference.c", CHECKS_FILE, DEMANDS_FILE, LAZY_FILE)


@dataclass(frozen=True)
class TaskFile(TaskHead):
    """The content of task.yaml. Sizes are in KiB and bytes; absent limits keep their defaults."""

    flash_kib: Annotated[int, Field(ge=1, le=1024)] = 32
    ram_kib: Annotated[int, Field(ge=1, le=128)] = 8
    stack_bytes: Annotated[int, Field(ge=128, le=65536)] = 1024
    limits: Limits = field(default_factory=Limits)


def read_task(folder: Path) -> TaskSeed:
    """One task folder as a seed; raises BrokenSeedError naming the file and the field."""
    task = read_task_file(folder, TaskFile)
    texts = {name: read_text(folder / name) for name in _FILES}
    check_folder(folder, task.tier, texts)
    _check_texts(folder, texts)
    for gap in gaps(read_demands(folder), texts, CHECKS_FILE):
        raise BrokenSeedError(folder / DEMANDS_FILE, "demands", gap)
    _check_lazy_answers(folder, texts)
    memory = memory_script(task.flash_kib << 10, task.ram_kib << 10, task.stack_bytes)
    board = board_files()
    return TaskSeed(
        seed_id=f"builtin/{folder.name}",
        domain="embedded_systems",
        title=task.title,
        prompt=f"{texts['prompt.md'].rstrip()}\n\n{board[NOTES]}",
        interface=texts["interface.c"],
        candidate_file=CANDIDATE_FILE,
        reference=texts["reference.c"],
        origin=builtin_origin(folder, texts),
        tier=task.tier,
        tags=task.tags,
        files={**board, MEMORY_SCRIPT: memory, CHECKS_FILE: texts[CHECKS_FILE]},
        settings={"target": "stm32f405", "engine": "model"},
        limits=task.limits,
    )


builtin_seeds = cache(partial(read_library, LIBRARY_ROOT, read_task))
"""Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
builtin_seed = cache(partial(read_named, LIBRARY_ROOT, read_task))
"""The one of an id, without reading the others; None where there is none."""


def lazy_answers(seed_id: str) -> tuple[LazyAnswer, ...]:
    """Those of a built-in task; none of another."""
    name = seed_id.removeprefix("builtin/")
    folders = (folder for folder in task_folders(LIBRARY_ROOT) if seed_id != name and folder.name == name)
    return next((read_lazy_answers(folder) for folder in folders), ())


def _check_lazy_answers(folder: Path, texts: Mapping[str, str]) -> None:
    for answer in read_lazy_answers(folder):
        if answer.breaks not in texts["prompt.md"]:
            raise BrokenSeedError(folder / LAZY_FILE, answer.name, f"the prompt does not say {answer.breaks!r}")
        try:
            answer.code(texts["reference.c"])
        except ValueError as error:
            raise BrokenSeedError(folder / LAZY_FILE, answer.name, str(error)) from error


def _check_texts(folder: Path, texts: Mapping[str, str]) -> None:
    try:
        read_checks(texts[CHECKS_FILE])
    except PermanentEnvironmentFailure as error:
        raise BrokenSeedError(folder / CHECKS_FILE, "checks", str(error)) from error
    for name in ("interface.c", "reference.c"):
        if not re.search(r"\bint\s+main\s*\(\s*void\s*\)", texts[name]):
            raise BrokenSeedError(folder / name, "main", "does not define int main(void)")
