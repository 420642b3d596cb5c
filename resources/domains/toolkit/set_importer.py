"""SetImporter: a public set whose reading module, and what it needs, is imported when `read` is called."""

import importlib
from dataclasses import dataclass
from pathlib import Path

from resources.domains.importing import ImportResult


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
