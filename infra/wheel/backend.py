"""The build backend: setuptools', with wheels built from the layout that `write_layout` writes.

An editable installation and a source distribution have the repository's own layout. See PEP 517 and PEP 660. A wheel's
is one package `icwm`, with the repository's folders under it, written into an empty folder, from which setuptools
builds as from any project. Python goes through `imports`, a task's generator too; all other text is copied as it is.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

from infra.wheel.imports import PACKAGES, ROOT, nested

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
]


def build_wheel(
    wheel_directory: str, config_settings: Mapping[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """The wheel's file name. Called in the project's folder. There is no `prepare_metadata_for_build_wheel`: it would
    list the packages of the repository's layout."""
    target = Path(wheel_directory).resolve()
    with tempfile.TemporaryDirectory(prefix="icwm-wheel-") as folder:
        write_layout(Path.cwd(), Path(folder))
        with contextlib.chdir(folder):
            name: str = build_meta.build_wheel(os.fspath(target), config_settings)
    return name


FOLDERS = (*PACKAGES, "dbt_like_sql", "infra/dagster", "infra/serving", "infra/training")
FILES = ("workspace.yaml",)
"""What a home needs of the repository, at the same places under `icwm`."""
_BESIDE = ("pyproject.toml", "README.md", "LICENSE")
_LEFT_OUT = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache"})


def write_layout(project: Path, folder: Path) -> None:
    """Raises CannotNest."""
    for name in _BESIDE:
        shutil.copyfile(project / name, folder / name)
    for source in _files(project / ROOT):
        _put(source, folder / ROOT / source.relative_to(project / ROOT))
    for name in FOLDERS:
        for source in _files(project / name):
            _put(source, folder / ROOT / source.relative_to(project))
    for name in FILES:
        _put(project / name, folder / ROOT / name)


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not _LEFT_OUT.intersection(path.parts):
            yield path


def _put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".py" and not _is_an_answer(source):
        target.write_bytes(nested(source.read_bytes(), str(source)))
    else:
        shutil.copyfile(source, target)


def _is_an_answer(path: Path) -> bool:
    """Somebody's text, which may not even be Python: it is run in the sandbox, where there is nothing of ours."""
    return "answers" in path.parts and not (path.parent / "__init__.py").is_file()
