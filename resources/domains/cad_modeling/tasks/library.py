"""The built-in tasks: reads their folders into TaskSeeds, and says which file and field is wrong when one is; and what
every script must leave, in the words that go into the prompt.

The folder format is `tier<N>_<topic>/<task_name>/` with task.yaml, prompt.md and reference.py. Public sets have an
importer; whether a reference makes a good solid is certification's question.
"""

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import (
    TASK_FILE,
    BrokenSeedError,
    TaskHead,
    builtin_origin,
    check_folder,
    read_library,
    read_named,
    read_task_file,
    read_text,
)
from resources.execution.bundle import Limits

CANDIDATE_FILE = "part.py"
LIMITS = Limits(wall_s=20.0, cpu_s=5, memory_bytes=1 << 30)
"""The slowest built-in part takes 0.7 CPU seconds; OCCT's booleans take some hundred megabytes beside CadQuery."""

_ONE = "one solid"
_TEXT = """\
{file}: a Python script for CadQuery 2. It may import `cadquery`, `math`, and what is pure in `typing`, `collections`,
`dataclasses`, `enum`, `functools` and `itertools`, nothing else; it reads and writes no files. Lengths are in
millimetres. It leaves the part in the variable `result`, {form}, holding {solids} {pose}.
"""
_NAMED_POSE = "at the\nposition and in the orientation that the task names"
_FREE_POSE = "at its\ntrue size, at any position and in any orientation"
LIBRARY_ROOT = Path(__file__).parent / "builtin"
FILES = ("prompt.md", "reference.py")


@dataclass(frozen=True)
class TaskFile(TaskHead):
    """The content of task.yaml. `wall` is the least wall thickness in mm that is asked for, 0 where none is; `free` are
    boxes, each its least and its greatest x, y, z, in which material may stand or be missing."""

    solids: Annotated[int, Field(ge=1, le=16)] = 1
    assembly: bool = False
    tolerance: Literal["dimensioned", "swept", "measured", "outline"] = "dimensioned"
    wall: Annotated[float, Field(ge=0, le=100)] = 0.0
    free: tuple[tuple[float, float, float, float, float, float], ...] = ()
    limits: Limits = field(default_factory=lambda: LIMITS)


def interface(solids: int, *, assembly: bool, named_pose: bool = True) -> str:
    """The interface of a task whose result is so many solids; where its prompt names no pose, any will do."""
    form = "a Workplane, a Shape or an Assembly" if assembly else "a Workplane or a Shape"
    count = _ONE if solids == 1 else f"{solids} solids that do not overlap"
    return _TEXT.format(file=CANDIDATE_FILE, form=form, solids=count, pose=_NAMED_POSE if named_pose else _FREE_POSE)


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
        origin=builtin_origin(folder, texts),
        tier=task.tier,
        tags=task.tags,
        settings=_settings(task),
        limits=task.limits,
    )


builtin_seeds = cache(partial(read_library, LIBRARY_ROOT, read_task))
"""Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
builtin_seed = cache(partial(read_named, LIBRARY_ROOT, read_task))
"""The one of an id, without reading the others; None where there is none."""


def _settings(task: TaskFile) -> dict[str, str]:
    free = {"free": json.dumps(task.free)} if task.free else {}
    return free | {
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
