"""The project as the wheel has it: one package `icwm`, with the repository's folders under it.

Written into an empty folder, from which setuptools builds as from any project. Python goes through `imports`, a task's
generator too; templates, answers and what else is text is copied as it is.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

from infra.wheel.imports import PACKAGES, ROOT, nested

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
