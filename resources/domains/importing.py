"""What every importer returns: the seeds that could be read, and the problems of those that could not.

An importer never raises for one bad item; it raises `ImportSourceError` when the source as a whole
is not what it claims to be (no such folder, wrong layout).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from resources.domains.seed import TaskSeed


class ImportSourceError(Exception):
    """The path is not a source of this kind. The message says what was looked for, and where."""


@dataclass(frozen=True)
class ImportProblem:
    """One item that could not be read: the file, the field in it, and what is wrong."""

    file: str
    field: str
    problem: str

    def __str__(self) -> str:
        return f"{self.file}: {self.field}: {self.problem}"


@dataclass(frozen=True)
class ImportResult:
    """Seeds in the order of their ids, and problems in the order of their files."""

    seeds: tuple[TaskSeed, ...]
    problems: tuple[ImportProblem, ...]


class Importer(Protocol):
    """Reads one public layout. `name` is what `icwm import NAME PATH` takes."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    def read(self, path: Path, *, commit: str = "", licence: str = "") -> ImportResult:
        """`commit` and `licence` override what the source itself says (git HEAD, LICENSE file)."""
        ...
