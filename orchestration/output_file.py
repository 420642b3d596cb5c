"""A file that a command is to write, looked at before the command works for minutes."""

from pathlib import Path

import typer


def output_file(path: Path | None) -> Path | None:
    """The callback of an option. Raises typer.BadParameter for a folder, and where there is no folder to write into."""
    if path is not None and path.is_dir():
        raise typer.BadParameter(f"{path} is a folder; name a file")
    if path is not None and not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent} to write {path.name} into; make it first")
    return path
