"""One running sandbox seen from outside: its pipes, its driver's answers, and its end.

Commands are sent one at a time, and the log pipe is drained until the answer comes: the driver answers
only when every process of the step is dead, so what is in the pipe then is all there will be. Nothing
that comes out of the pipes is trusted beyond its length and the shape of an answer. Which commands are
sent, and what their answers mean, is the caller's.
"""

import contextlib
import json
import math
import os
import select
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from resources.execution.errors import TransientEnvironmentFailure
from resources.execution.sandbox.launcher import Argument, Launcher
from resources.execution.sandbox.log import Log
from resources.execution.sandbox.processor import POLL_S, StepClock, Stopped

_READ_BYTES = 64 << 10
_INFORMATION_BYTES = 4096
# How long a killed step may take to be gone: the kernel frees its memory first, and the machine may be busy.
_GRACE_S = 60.0
_LAUNCH_S = 120.0
_FAREWELL_S = 1.0


@dataclass(frozen=True)
class Reply:
    """`text` is the driver's answer, None when the driver died before it gave one."""

    text: str | None
    stopped: Stopped
    seconds: float


class Pipe:
    """A pipe, one of whose ends is handed to the sandbox."""

    def __init__(self) -> None:
        self.read, self.write = os.pipe2(os.O_CLOEXEC)

    def close(self) -> None:
        for descriptor in (self.read, self.write):
            if descriptor >= 0:
                os.close(descriptor)
        self.read = self.write = -1

    def close_read(self) -> None:
        os.close(self.read)
        self.read = -1

    def close_write(self) -> None:
        os.close(self.write)
        self.write = -1


class Session:
    """A started sandbox. Leaving the `with` block ends it and waits until every process of it is dead."""

    def __init__(self, launcher: Launcher, information: Pipe, argv: Sequence[Argument]) -> None:
        self._control, self._status, self._data = Pipe(), Pipe(), Pipe()
        self._information = information
        # So that the sandbox's user can open it anew for each step, and not read it.
        os.fchmod(self._data.write, 0o222)
        self._pending = b""
        self._driver = self._driver_pidfd = -1
        try:
            self._started = launcher.start(argv, (self._control.read, self._status.write, self._data.write))
        except BaseException:
            self._close_pipes()
            raise
        self._control.close_read()
        for pipe in (self._status, self._data, information):
            pipe.close_write()
        os.set_blocking(self._data.read, False)
        os.set_blocking(self._status.read, False)

    def driver_pid(self) -> int:
        """The driver's process id outside. Raises TransientEnvironmentFailure when bubblewrap failed."""
        if self._driver >= 0:
            return self._driver
        text = b""
        while part := os.read(self._information.read, _INFORMATION_BYTES):
            text += part
        try:
            self._driver = int(json.loads(text)["child-pid"])
            self._driver_pidfd = os.pidfd_open(self._driver)
            if not self._is_driver():
                raise ProcessLookupError(self._driver)
        except (ValueError, KeyError, OSError):
            raise TransientEnvironmentFailure(f"bubblewrap did not start: {self._complaint()}") from None
        return self._driver

    def prepare(self, prelude: bytes, ready: str) -> None:
        """Sends the driver its definitions. Raises TransientEnvironmentFailure when it does not come up."""
        log = Log(_READ_BYTES)
        reply = self.run(prelude, log, _LAUNCH_S)
        if reply.text != ready:
            raise TransientEnvironmentFailure(f"the sandbox did not start: {log.kept.decode(errors='replace').strip()}")

    def run(self, command: bytes, log: Log, limit: float | StepClock) -> Reply:
        """Sends one command and drains its log until the answer, then or at its `limit`, in seconds or of a step, or
        at the flood cap, stops it."""
        start = time.monotonic()
        with contextlib.suppress(BrokenPipeError):
            _write_all(self._control.write, command)
        stopped, deadline = Stopped.NOT_STOPPED, math.inf
        while True:
            text, ended = self._answer(POLL_S, log)
            now = time.monotonic()
            if ended or text is not None:
                return Reply(text, stopped, now - start)
            if stopped is not Stopped.NOT_STOPPED:
                if now > deadline:
                    self._kill()
            elif (stopped := _reached(limit, log, now - start)) is not Stopped.NOT_STOPPED:
                deadline = now + _GRACE_S
                self._kill_step()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The driver ends at the end of its commands. Bubblewrap ends when the whole namespace is dead."""
        self._control.close()
        if kind is not None or not self._ended_within(_FAREWELL_S):
            self._kill()
            if not self._ended_within(_GRACE_S):
                self._started.kill()
                self._ended_within(_GRACE_S)
        self._started.close()
        if self._driver_pidfd >= 0:
            os.close(self._driver_pidfd)
        self._close_pipes()

    def _answer(self, timeout: float, log: Log) -> tuple[str | None, bool]:
        """Waits for output or an answer. Second: whether the driver is dead."""
        ready, _, _ = select.select([self._status.read, self._data.read], [], [], max(0.0, timeout))
        if self._data.read in ready:
            self._drain(log, 1)
        if self._status.read not in ready:
            return None, False
        part = os.read(self._status.read, _READ_BYTES)
        self._pending += part
        if part and not self._pending.endswith(b"\n"):
            return None, False
        self._drain(log, None)
        text, self._pending = self._pending.decode("ascii", "replace").strip(), b""
        return (text or None), not part

    def _drain(self, log: Log, reads: int | None) -> None:
        while reads is None or reads > 0:
            try:
                data = os.read(self._data.read, _READ_BYTES)
            except BlockingIOError:
                return
            if not data:
                return
            log.add(data)
            reads = None if reads is None else reads - 1

    def _kill_step(self) -> None:
        """Kills the step's first process; the driver, which waits for it, kills the rest. Where the kernel does
        not name children, or the driver does not answer, the whole sandbox is killed."""
        try:
            children = Path(f"/proc/{self._driver}/task/{self._driver}/children")
            for child in children.read_text().split():
                pidfd = os.pidfd_open(int(child))
                try:
                    # Read again: only if it is a child still, the pidfd is of this process and no later one.
                    if child in children.read_text().split():
                        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
                finally:
                    os.close(pidfd)
        except (OSError, ValueError):
            self._kill()

    def _is_driver(self) -> bool:
        """Whether the process id is bubblewrap's child still, and not that of a later process."""
        status = Path(f"/proc/{self._driver}/status").read_text()
        return f"\nPPid:\t{self._started.pid}\n" in status

    def _kill(self) -> None:
        """Kills process 1 of the namespace, and with it all others. Not bubblewrap, its parent: the driver
        would become a child of the host's init, and where that does not reap, a zombie that keeps its cgroup
        charge for good."""
        if self._driver_pidfd < 0:
            self._started.kill()
            return
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._driver_pidfd, signal.SIGKILL)

    def _ended_within(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._started.pidfd], [], [], seconds)
        return bool(ready)

    def _complaint(self) -> str:
        log = Log(_READ_BYTES)
        select.select([self._data.read], [], [], 1.0)
        self._drain(log, None)
        return log.kept.decode(errors="replace").strip()

    def _close_pipes(self) -> None:
        for pipe in (self._control, self._status, self._data):
            pipe.close()


def _reached(limit: float | StepClock, log: Log, seconds: float) -> Stopped:
    if log.flooded:
        return Stopped.FLOOD
    if isinstance(limit, StepClock):
        return limit.check()
    return Stopped.TIME if seconds > limit else Stopped.NOT_STOPPED


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
