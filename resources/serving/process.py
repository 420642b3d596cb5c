"""ServerProcess: one server's processes and its log, from start to end. Knows neither vLLM nor HTTP."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from resources.serving import keeper

KEEPER_S = 5.0
"""How long the keeper has, after the server's own time, to kill what is left."""
TAIL_BYTES = 64 << 10


class ServerProcess:
    """Starts a command under a keeper, in a session of its own, with both outputs in `log`.

    The command and all it starts end with `stop`, and also when this process ends, by whatever signal.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path, grace_s: float) -> None:
        self.log = log
        self._grace_s = grace_s
        self._lock = threading.Lock()
        self._stopped = False
        log.parent.mkdir(parents=True, exist_ok=True)
        kept = [sys.executable, "-I", keeper.__file__, str(os.getpid()), str(grace_s), *command]
        with log.open("wb") as output:
            self._keeper = subprocess.Popen(
                kept,
                env=dict(environment),
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The keeper's, above all of the server's."""
        return self._keeper.pid

    @property
    def alive(self) -> bool:
        return self._keeper.poll() is None

    @property
    def died(self) -> bool:
        """It ended without having been told to."""
        return not self.alive and not self._stopped

    @property
    def exit_status(self) -> int | None:
        """As a shell gives it: 137 for killed. None while it runs."""
        return self._keeper.poll()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Whether it has ended within the time; without a time, waits for the end and costs nothing meanwhile."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._keeper.wait(timeout_s)
        return not self.alive

    def stop(self) -> None:
        """Ends all of it and waits for that. May be called from any thread, and twice."""
        with self._lock:
            self._stopped = self._stopped or self.alive
            if self._keeper.stdin:
                with contextlib.suppress(OSError):
                    self._keeper.stdin.close()
            try:
                self._keeper.wait(self._grace_s + KEEPER_S)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._keeper.pid, signal.SIGKILL)
                self._keeper.wait()

    def tail(self, lines: int = 25) -> str:
        """The end of the log, as text."""
        with contextlib.suppress(OSError), self.log.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES))
            return "\n".join(file.read().decode(errors="replace").splitlines()[-lines:])
        return ""
