"""The folder of an export: made anew, and never in the place of something else."""

import shutil
from collections.abc import Callable
from pathlib import Path

IsOurs = Callable[[Path], bool]


def cleared(folder: Path, is_ours: IsOurs) -> None:
    """An earlier export goes; FileExistsError for a folder with anything else in it, which is not touched."""
    if folder.exists() and any(folder.iterdir()) and not is_ours(folder):
        raise FileExistsError(f"{folder} holds something else; name a new folder")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def with_file(name: str) -> IsOurs:
    """Of exports that hold a file of this name."""
    return lambda folder: (folder / name).is_file()


def with_card(mark: str) -> IsOurs:
    """Of exports whose card has this mark."""
    return lambda folder: (
        (folder / "README.md").is_file() and mark in (folder / "README.md").read_text("utf-8", "replace")
    )
