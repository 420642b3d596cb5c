"""Importers of a layout: one public set's, and a reader's own tasks in the same layout; and sets that are built here.

A layout's reading module, and what it needs, is imported when `read` is called.
"""

import importlib
from dataclasses import dataclass, replace
from pathlib import Path

from resources.domains.importing import ImportResult, ImportSourceError
from resources.domains.seed import TaskSeed


@dataclass(frozen=True)
class SetImporter:
    """One public layout. `module` is the full name of a module with `read_set(path, commit, licence)`."""

    name: str
    description: str
    module: str

    def read(self, path: Path, *, commit: str = "", licence: str = "") -> ImportResult:
        """Seeds and problems of the set at `path`; raises ImportSourceError where it is not such a set."""
        result: ImportResult = importlib.import_module(self.module).read_set(path, commit, licence)
        return result


@dataclass(frozen=True)
class OwnTasksImporter(SetImporter):
    """Tasks that only their author has, in a public set's layout: they are not that set's, and do not say so."""

    def read(self, path: Path, *, commit: str = "", licence: str = "") -> ImportResult:
        """As the layout is read; ids begin with this importer's name, and no origin names the set's address."""
        result = super().read(path, commit=commit, licence=licence)
        return replace(result, seeds=tuple(self._own(seed) for seed in result.seeds))

    def _own(self, seed: TaskSeed) -> TaskSeed:
        name = seed.seed_id.removeprefix(f"{seed.origin.source}/")
        tags = tuple(tag for tag in seed.tags if tag != seed.origin.source)
        origin = replace(seed.origin, source=self.name, url="")
        return replace(seed, seed_id=f"{self.name}/{name}", origin=origin, tags=tags)


@dataclass(frozen=True)
class BuiltSet(SetImporter):
    """A benchmark that this project builds, of tasks that no home trains on. There is no path to read it from."""

    def read(self, path: Path, *, commit: str = "", licence: str = "") -> ImportResult:
        """Raises ImportSourceError where a path is given."""
        if path != Path():
            raise ImportSourceError(f"{self.name} is built here; it is not read from {path}")
        return super().read(path, commit=commit, licence=licence)
