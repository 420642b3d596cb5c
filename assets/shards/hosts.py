"""Where shards run: what the parent needs of any such place, and the processes of this machine.

A host starts, looks and ends; when a shard is lost, and whether it is asked again, is `parent`.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from assets.shards.shard import Shard
from resources.serving.process import ServerProcess

COMMAND = ("-m", f"{__package__}.process")
"""For Python: what a shard's process runs."""


class Asked(Protocol):
    """A shard that was asked for."""

    def ended(self) -> str | None:
        """None while it is under way; then how it ended, for people."""
        ...

    def stop(self) -> None:
        """Ends all of it. No error where it has ended."""
        ...


class Host(Protocol):
    @property
    def look_every_s(self) -> float:
        """How long the parent waits between two looks at its shards."""
        ...

    def workers(self, workers: int, shards: int) -> int:
        """How many candidates each of `shards` shards runs at once, where a step may run `workers` (0: one a core)."""
        ...

    def ask(self, shard: Shard, log: Path, environment: Mapping[str, str]) -> Asked:
        """Starts the shard's process. `environment` is what Pipes adds to its variables."""
        ...


class LocalProcess:
    """One shard as a process of this machine, with all that it starts. Ends with this process, by whatever signal."""

    GRACE_S = 2.0

    def __init__(self, log: Path, environment: Mapping[str, str]) -> None:
        self._process = ServerProcess([sys.executable, *COMMAND], environment, log, self.GRACE_S)

    def ended(self) -> str | None:
        if self._process.alive:
            return None
        return f"its process ended with status {self._process.exit_status}. {self._process.tail(5)}".strip()

    def stop(self) -> None:
        self._process.stop()


class LocalProcesses:
    """Shares this machine's cores among the shards."""

    look_every_s = 0.2

    def workers(self, workers: int, shards: int) -> int:
        return max(1, (workers or len(os.sched_getaffinity(0))) // shards)

    def ask(self, shard: Shard, log: Path, environment: Mapping[str, str]) -> Asked:
        return LocalProcess(log, {**os.environ, **environment})
