"""What every importer returns: the seeds that could be read, and the problems of those that could not. Who waits for it
is told how far it is.

An importer never raises for one bad item; it raises `ImportSourceError` when the source as a whole
is not what it claims to be (no such folder, wrong layout).
"""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from resources.domains.seed import TaskSeed

T = TypeVar("T")
Watch = Callable[[str, int, int | None], None]
"""Is told what is counted, how many of them are read, and of how many; None where they come as a stream."""
_WATCH: ContextVar[Watch | None] = ContextVar("the watch of an import", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Within it, `watch` is told of what importers read."""
    token = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(token)


def counted(items: Iterable[T], unit: str = "tasks") -> Iterator[T]:
    """The items, one after another; each is told to who watches, once the next is asked for. That none is read yet is
    told first: one item may take minutes."""
    watch = _WATCH.get()
    total = len(items) if isinstance(items, Sized) else None
    if watch:
        watch(unit, 0, total)
    for done, item in enumerate(items, 1):
        yield item
        if watch:
            watch(unit, done, total)


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
