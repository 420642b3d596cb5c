"""Task folders of a built-in library: reading them strictly, and saying which file and field is wrong when one is.

The layout that all domains share is `tier<N>_<topic>/<task_name>/` with a task.yaml; which files a task has, and
what they must agree on, is each domain's. Nothing is executed here.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import yaml
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from resources.domains.importing import ImportProblem
from resources.domains.seed import SeedOrigin, TaskSeed

BUILTIN = "builtin"
"""The source of these tasks, with which their ids begin."""
LICENCE = "Apache-2.0"
TASK_FILE = "task.yaml"
_IGNORED = frozenset({"__pycache__"})

Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
TaskFile = TypeVar("TaskFile")


class BrokenSeedError(ValueError):
    """A task folder does not follow the format. `problem` names the file, the field and what is wrong."""

    def __init__(self, file: Path, field_name: str, problem: str) -> None:
        self.problem = ImportProblem(file=str(file), field=field_name, problem=problem)
        super().__init__(str(self.problem))


@dataclass(frozen=True)
class TaskHead:
    """What the task.yaml of every domain says."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1)]
    tier: Annotated[int, Field(ge=1, le=5)]
    tags: Annotated[tuple[Identifier, ...], Field(min_length=1)]


def read_library(root: Path, read_task: Callable[[Path], TaskSeed]) -> tuple[TaskSeed, ...]:
    """The tasks below `root`, ordered by folder; raises BrokenSeedError for a broken folder or a repeated name."""
    return tuple(read_task(folder) for folder in task_folders(root))


def read_named(root: Path, read_task: Callable[[Path], TaskSeed], seed_id: str) -> TaskSeed | None:
    """The task whose folder the id `builtin/<task_name>` names; None where there is none."""
    source, _, name = seed_id.partition("/")
    folder = next((folder for folder in task_folders(root) if folder.name == name), None)
    return read_task(folder) if folder and source == BUILTIN else None


def builtin_origin(folder: Path, files: Mapping[str, str]) -> SeedOrigin:
    """Of a task of this project: its commit is the hash of its content, its path that below the library."""
    return SeedOrigin(BUILTIN, content_hash(folder, files), LICENCE, f"{folder.parent.name}/{folder.name}")


def task_folders(root: Path) -> tuple[Path, ...]:
    """The task folders below `root` in order; raises BrokenSeedError for a name that two tasks have."""
    folders = sorted(path for path in root.glob("tier*_*/*") if path.is_dir() and path.name not in _IGNORED)
    first_seen: dict[str, Path] = {}
    for folder in folders:
        earlier = first_seen.setdefault(folder.name, folder)
        if earlier != folder:
            raise BrokenSeedError(folder, "folder", f"the task name is already used by {earlier.relative_to(root)}")
    return tuple(folders)


def read_task_file(folder: Path, model: type[TaskFile]) -> TaskFile:
    """task.yaml as `model` (a dataclass or pydantic model); raises BrokenSeedError naming the field."""
    file = folder / TASK_FILE
    try:
        return TypeAdapter(model).validate_python(yaml.safe_load(read_text(file)))
    except yaml.YAMLError as error:
        raise BrokenSeedError(file, "yaml", " ".join(str(error).split())) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise BrokenSeedError(file, ".".join(map(str, first["loc"])) or "yaml", first["msg"]) from error


def read_text(file: Path) -> str:
    """UTF-8 text that is not blank; raises BrokenSeedError."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenSeedError(file, "file", f"cannot be read: {error}") from error
    if not text.strip():
        raise BrokenSeedError(file, "file", "is empty")
    return text


def check_folder(folder: Path, tier: int, files: Mapping[str, str]) -> None:
    """The tier agrees with the folder's name, and no file lies there besides `files` and task.yaml."""
    if not folder.parent.name.startswith(f"tier{tier}_"):
        raise BrokenSeedError(folder / TASK_FILE, "tier", f"is {tier}, but the folder is {folder.parent.name}")
    surplus = sorted(path.name for path in folder.iterdir() if path.name not in {*files, TASK_FILE, *_IGNORED})
    if surplus:
        raise BrokenSeedError(folder / surplus[0], "file", "has no place in this task")


def content_hash(folder: Path, files: Mapping[str, str]) -> str:
    """SHA-256 over every file's name and text, task.yaml's too, so that any edit gives the task a new commit."""
    digest = hashlib.sha256()
    for name, text in sorted({**files, TASK_FILE: read_text(folder / TASK_FILE)}.items()):
        digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()
