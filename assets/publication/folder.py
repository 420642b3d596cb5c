"""The folder of an export: made anew, and never in the place of something else."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

IsOurs = Callable[[Path], bool]
UNFINISHED = ".unfinished-export"
"""Stands in a folder until all is written: what was broken off is replaced like an earlier export."""


class FolderTaken(FileExistsError):
    """Something else than an export lies there, and is not touched."""


@contextmanager
def written_anew(folder: Path, is_ours: IsOurs) -> Iterator[None]:
    """An earlier export goes, a broken one too; FolderTaken for a file, and for a folder with anything else in it."""
    _make(folder)
    if any(folder.iterdir()) and not (is_ours(folder) or (folder / UNFINISHED).is_file()):
        raise FolderTaken(f"{folder} holds something else; name a new folder")
    # First: what an interrupted clearing leaves may have lost what tells it from somebody's work.
    (folder / UNFINISHED).touch()
    _clear(folder)
    yield
    (folder / UNFINISHED).unlink()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise FolderTaken(f"{folder} is a file, or would lie in one; name a new folder") from error


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name != UNFINISHED:
            path.unlink()


def with_file(name: str) -> IsOurs:
    """Of exports that hold a file of this name."""
    return lambda folder: (folder / name).is_file()


def with_card(mark: str) -> IsOurs:
    """Of exports whose card has this mark."""
    return lambda folder: (
        (folder / "README.md").is_file() and mark in (folder / "README.md").read_text("utf-8", "replace")
    )
