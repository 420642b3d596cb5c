"""Home: where everything that a run leaves behind lives.

One folder (`ICWM_HOME`, default `var/` in the project): lake, warehouse, checkpoints, cache, journals,
reports, exports. No stage logic, and nothing of Dagster: every command begins with it.
"""

import errno
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path


class HomeUnusable(Exception):
    """The home cannot be written to. The message says what to do."""


class HomeDamaged(ValueError):
    """A file of the home holds what the project did not write. The message names it, and says what to do."""


_ANOTHER = "let ICWM_HOME name another folder"


@dataclass(frozen=True)
class Home:
    """The paths under one root. Folders are made by who writes into them."""

    root: Path

    def require_readable(self) -> None:
        """Nothing where it is not there yet. Raises HomeUnusable where it can be none."""
        try:
            blocking = next((path for path in (self.root, *self.root.parents) if stat.S_ISREG(_mode(path))), None)
            is_there = _mode(self.root) != 0
        except OSError as error:
            raise HomeUnusable(f"{self.root} cannot be read ({error.strerror}): {_ANOTHER}") from error
        if blocking is not None:
            raise HomeUnusable(f"{blocking} is a file and no folder: let ICWM_HOME name a folder")
        if is_there and not os.access(self.root, os.R_OK | os.X_OK, effective_ids=True):
            raise HomeUnusable(f"{self.root} cannot be read ({os.strerror(errno.EACCES)}): {_ANOTHER}")

    def require_possible(self) -> None:
        """Nothing where it is there already. Raises HomeUnusable where it cannot be made, as below /proc; nothing is
        left behind."""
        above = next(path for path in (self.root, *self.root.parents) if _mode(path))
        if above != self.root:
            self._try(above)

    def prepare(self) -> None:
        """Makes the folder, and sees that files can be made in it. Raises HomeUnusable."""
        self.require_readable()
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritable(error) from error
        self._try(self.root)

    def _try(self, folder: Path) -> None:
        """Makes a file there; an access mode does not tell of /proc, nor of a full or read-only disk."""
        try:
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> HomeUnusable:
        return HomeUnusable(f"{self.root} cannot be written to ({error.strerror}): {_ANOTHER}")

    @property
    def lake(self) -> Path:
        return self.root / "lake"

    @property
    def warehouse(self) -> Path:
        return self.root / "warehouse.duckdb"

    @property
    def checkpoints(self) -> Path:
        return self.root / "checkpoints"

    @property
    def models(self) -> Path:
        """Fine-tuned models, one folder each, and a link to the newest that the graph made."""
        return self.root / "models"

    @property
    def newest_model(self) -> Path | None:
        """None where the graph has made none, or its folder is gone."""
        link = self.models / "newest"
        return link.resolve() if link.is_dir() else None

    def name_newest(self, model: Path) -> None:
        """Lets the link lead to a folder beside it; whoever follows it meanwhile finds the one or the other."""
        new = self.models / f".newest-{os.getpid()}"
        new.unlink(missing_ok=True)
        new.symlink_to(model.name)
        new.replace(self.models / "newest")

    @property
    def serving(self) -> Path:
        """Of model servers: their environment, built-in models, logs."""
        return self.root / "serving"

    @property
    def result_cache(self) -> Path:
        return self.root / "cache" / "results.sqlite"

    @property
    def reply_cache(self) -> Path:
        """Replies of endpoints by request, and what each generator has spent."""
        return self.root / "cache" / "replies.sqlite"

    @property
    def fingerprints(self) -> Path:
        """What programs are without their names, by program: taken once."""
        return self.root / "cache" / "fingerprints.sqlite"

    @property
    def journals(self) -> Path:
        return self.root / "journal"

    @property
    def shards(self) -> Path:
        """Of Dagster Pipes, while shards run."""
        return self.root / "shards"

    @property
    def reports(self) -> Path:
        return self.root / "reports"

    @property
    def exports(self) -> Path:
        return self.root / "exports"

    @property
    def allowances(self) -> Path:
        return self.root / "allowed.txt"

    @property
    def purposes(self) -> Path:
        return self.root / "purposes.json"

    @property
    def held_out(self) -> Path:
        """Texts of the user's that no row that is trained on may hold."""
        return self.root / "held_out"

    @property
    def dagster(self) -> Path:
        return self.root / "dagster"


def _mode(path: Path) -> int:
    """0 where there is nothing. Raises OSError where that cannot be told; newer Pythons' `exists` then says no."""
    try:
        return os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0
