"""Reads the built-in task folders into TaskSeeds, and says which file and field is wrong when one is.

What belongs here is the folder format (`tier<N>_<topic>/<task_name>/` with task.yaml, prompt.md, interface.v,
reference.v and bench.v or bench.py). Public sets have importers of their own; whether a reference passes its
bench is certification's question, and nothing is executed here.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from resources.domains.importing import ImportProblem
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.execution.bundle import Limits

LIBRARY_ROOT = Path(__file__).parent
LICENCE = "Apache-2.0"
VERDICT_LINE = "@VERDICT@ checks=%0d errors=%0d"
BENCH_FILES = {"verilog": "bench.v", "cocotb": "bench.py"}

Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class BrokenSeedError(ValueError):
    """A task folder does not follow the format. `problem` names the file, the field and what is wrong."""

    def __init__(self, file: Path, field_name: str, problem: str) -> None:
        self.problem = ImportProblem(file=str(file), field=field_name, problem=problem)
        super().__init__(str(self.problem))


@dataclass(frozen=True)
class TaskFile:
    """The content of task.yaml. `top` is the candidate's module name; absent limits keep their defaults."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1)]
    tier: Annotated[int, Field(ge=1, le=5)]
    tags: Annotated[tuple[Identifier, ...], Field(min_length=1)]
    top: Identifier
    bench: Literal["verilog", "cocotb"]
    limits: Limits = field(default_factory=Limits)


@cache
def builtin_seeds() -> tuple[TaskSeed, ...]:
    """Every task of the library, ordered by folder; raises BrokenSeedError at the first broken folder."""
    return read_library(LIBRARY_ROOT)


def read_library(root: Path) -> tuple[TaskSeed, ...]:
    """The tasks below `root`, ordered by folder; raises BrokenSeedError for a broken folder or a repeated name."""
    folders = sorted(path for path in root.glob("tier*_*/*") if path.is_dir() and path.name != "__pycache__")
    first_seen: dict[str, Path] = {}
    for folder in folders:
        earlier = first_seen.setdefault(folder.name, folder)
        if earlier != folder:
            raise BrokenSeedError(folder, "folder", f"the task name is already used by {earlier.relative_to(root)}")
    return tuple(read_task(folder) for folder in folders)


def read_task(folder: Path) -> TaskSeed:
    """One task folder as a seed; raises BrokenSeedError naming the file and the field."""
    task = _read_task_file(folder / "task.yaml")
    bench_file = BENCH_FILES[task.bench]
    texts = {name: _read_text(folder / name) for name in ("prompt.md", "interface.v", "reference.v", bench_file)}
    _check_folder(folder, task, texts)
    bench_name = "bench.v" if task.bench == "verilog" else f"test_{folder.name}.py"
    return TaskSeed(
        seed_id=f"builtin/{folder.name}",
        domain="chip_design",
        title=task.title,
        prompt=texts["prompt.md"],
        interface=texts["interface.v"],
        candidate_file=f"{task.top}.v",
        reference=texts["reference.v"],
        origin=SeedOrigin("builtin", _content_hash(folder, texts), LICENCE, f"{folder.parent.name}/{folder.name}"),
        tier=task.tier,
        tags=task.tags,
        files={bench_name: texts[bench_file]},
        settings=_settings(task, bench_name),
        limits=task.limits,
    )


def _read_task_file(file: Path) -> TaskFile:
    try:
        return TypeAdapter(TaskFile).validate_python(yaml.safe_load(_read_text(file)))
    except yaml.YAMLError as error:
        raise BrokenSeedError(file, "yaml", " ".join(str(error).split())) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise BrokenSeedError(file, ".".join(map(str, first["loc"])) or "yaml", first["msg"]) from error


def _read_text(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenSeedError(file, "file", f"cannot be read: {error}") from error
    if not text.strip():
        raise BrokenSeedError(file, "file", "is empty")
    return text


def _check_folder(folder: Path, task: TaskFile, texts: Mapping[str, str]) -> None:
    """What task.yaml claims must agree with the folder's name and with the other files."""
    if not folder.parent.name.startswith(f"tier{task.tier}_"):
        raise BrokenSeedError(folder / "task.yaml", "tier", f"is {task.tier}, but the folder is {folder.parent.name}")
    surplus = sorted(path.name for path in folder.iterdir() if path.name not in {*texts, "task.yaml", "__pycache__"})
    if surplus:
        raise BrokenSeedError(folder / surplus[0], "file", f"has no place in a task with a {task.bench} bench")
    for name in ("interface.v", "reference.v"):
        if not re.search(rf"\bmodule\s+{task.top}\b", texts[name]):
            raise BrokenSeedError(folder / name, "top", f"does not declare module {task.top}")
    if task.bench == "verilog":
        _check_verilog_bench(folder / "bench.v", texts["bench.v"])


def _check_verilog_bench(file: Path, text: str) -> None:
    if not re.search(r"\bmodule\s+testbench\b", text):
        raise BrokenSeedError(file, "bench_top", "does not declare module testbench")
    if VERDICT_LINE not in text:
        raise BrokenSeedError(file, "verdict", f"never prints {VERDICT_LINE!r}")


def _settings(task: TaskFile, bench_name: str) -> dict[str, str]:
    common = {"top": task.top, "bench": task.bench}
    if task.bench == "verilog":
        return {**common, "bench_files": bench_name, "bench_top": "testbench"}
    return {**common, "cocotb_module": bench_name.removesuffix(".py")}


def _content_hash(folder: Path, texts: Mapping[str, str]) -> str:
    """SHA-256 over every file's name and text, so that any edit gives the task a new commit."""
    digest = hashlib.sha256()
    for name, text in sorted({**texts, "task.yaml": _read_text(folder / "task.yaml")}.items()):
        digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()
