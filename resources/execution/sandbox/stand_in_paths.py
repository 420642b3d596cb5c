"""Stand-in paths: where a job that runs without a sandbox finds what it expects at paths of its own.

The work folder and folders bound at other paths are put into the job's private folder, the latter as links, and what
the job's commands and environment call them is replaced. Files of the job are not rewritten: a program that has such a
path in its own text does not find it.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.sandbox.profile import WORK

_ADVICE = "use a working sandbox (docs/sandbox.md), or make the path free on this machine"


class StandInPaths:
    """Of one job. `work` is its scratch folder; links are made below `root`.

    Raises PermanentEnvironmentFailure for a path that is taken on this machine, or lies inside another bound folder.
    """

    def __init__(self, read_only: Mapping[str, Path], work: Path, root: Path) -> None:
        self._replaced = {WORK: str(work)}
        self._root, self._work = root, work
        for inside, source in sorted(read_only.items()):
            if not source.exists():
                raise PermanentEnvironmentFailure(f"to be bound into the sandbox, but not there: {source}")
            if Path(inside) == source:
                self._replaced[inside] = inside
            else:
                self._link(Path(inside), source)
        longest_first = sorted(self._replaced, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![\w./-])({'|'.join(map(re.escape, longest_first))})(?![\w.-])")

    def text(self, value: str) -> str:
        """An argument, or the value of a variable, with every path where it is in truth."""
        return self._pattern.sub(lambda match: self._replaced[match[1]], value)

    def as_inside(self, log: bytes) -> bytes:
        """A log with paths as a sandbox would show them, so that it is the same from run to run."""
        return log.replace(str(self._work).encode(), WORK.encode()).replace(str(self._root).encode(), b"")

    def _link(self, inside: Path, source: Path) -> None:
        if not inside.is_absolute() or ".." in inside.parts:
            raise ValueError(f"not an absolute path inside the sandbox: {str(inside)!r}")
        free = next((path for path in [*reversed(inside.parents), inside] if not path.exists()), None)
        if free is None:
            raise PermanentEnvironmentFailure(
                f"without a sandbox {source} cannot stand at {inside}, where this machine has something else: {_ADVICE}"
            )
        link = self._root / inside.relative_to("/")
        if any(parent.is_symlink() for parent in link.parents) or link.exists():
            raise PermanentEnvironmentFailure(
                f"without a sandbox {source} cannot stand at {inside}, inside another bound folder: {_ADVICE}"
            )
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(source, target_is_directory=source.is_dir())
        self._replaced[str(free)] = str(self._root / free.relative_to("/"))
