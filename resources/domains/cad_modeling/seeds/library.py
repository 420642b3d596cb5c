"""Reads the built-in task folders into TaskSeeds, and says which file and field is wrong when one is.

What belongs here is the folder format (`tier<N>_<topic>/<task_name>/` with task.yaml, prompt.md and reference.py).
Public sets have an importer; whether a reference makes a good solid is certification's question.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from resources.domains.cad_modeling.interface import CANDIDATE_FILE, LIMITS, interface
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.seed_folder import (
    LICENCE,
    TASK_FILE,
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
FILES = ("prompt.md", "reference.py")


@dataclass(frozen=True)
class TaskFile:
    """The content of task.yaml. `wall` is the least wall thickness in mm that is asked for, 0 where none is."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1)]
    tier: Annotated[int, Field(ge=1, le=5)]
    tags: Annotated[tuple[Identifier, ...], Field(min_length=1)]
    solids: Annotated[int, Field(ge=1, le=16)] = 1
    assembly: bool = False
    tolerance: Literal["dimensioned", "measured", "outline"] = "dimensioned"
    wall: Annotated[float, Field(ge=0, le=100)] = 0.0
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
    _check_folder(folder, task, texts)
    return TaskSeed(
        seed_id=f"builtin/{folder.name}",
        domain="cad_modeling",
        title=task.title,
        prompt=texts["prompt.md"],
        interface=interface(task.solids, assembly=task.assembly),
        candidate_file=CANDIDATE_FILE,
        reference=texts["reference.py"],
        origin=SeedOrigin("builtin", content_hash(folder, texts), LICENCE, f"{folder.parent.name}/{folder.name}"),
        tier=task.tier,
        tags=task.tags,
        settings=_settings(task),
        limits=task.limits,
    )


def _settings(task: TaskFile) -> dict[str, str]:
    return {
        "solids": str(task.solids),
        "assembly": "yes" if task.assembly else "no",
        "tolerance": task.tolerance,
        "wall": f"{task.wall:g}",
    }


def _check_folder(folder: Path, task: TaskFile, texts: Mapping[str, str]) -> None:
    check_folder(folder, task.tier, texts)
    if task.wall and task.tolerance == "outline" and "wall" not in texts["prompt.md"]:
        raise BrokenSeedError(folder / TASK_FILE, "wall", "is asked for, but the prompt names no wall")
    try:
        tree = ast.parse(texts["reference.py"])
    except SyntaxError as error:
        raise BrokenSeedError(folder / "reference.py", f"line {error.lineno}", error.msg) from error
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if "result" not in names:
        raise BrokenSeedError(folder / "reference.py", "result", "is never set")
