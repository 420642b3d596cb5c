"""LastBackend: a process's last used backend, with its sandbox, kept for the next who asks for the same one.

The steps of a run follow each other in one process, and a backend's warm interpreters take seconds of CPU to start. One
backend is kept, not all: each interpreter holds hundreds of MiB.
"""

import atexit
import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import OPT_OUT, make_sandbox

Made = TypeVar("Made")
"""What works in a sandbox: a Backend."""


@dataclass(frozen=True)
class _Kept(Generic[Made]):
    maker: Callable[[Sandbox], Made]
    opted_out: str | None
    sandbox: Sandbox
    made: Made


class LastBackend(Generic[Made]):
    """Thread-safe: who asks while another uses the kept one gets one of its own."""

    def __init__(self) -> None:
        self._idle: _Kept[Made] | None = None
        self._guard = threading.Lock()
        atexit.register(self.close)

    @contextlib.contextmanager
    def lend(self, maker: Callable[[Sandbox], Made]) -> Iterator[Made]:
        """What `maker` makes, which is a domain's `backend`; equal makers are taken to make the same.

        Where the block fails, what still runs in the sandbox is ended and nothing is kept. Raises SandboxUnavailable.
        """
        lent = self._take(maker)
        try:
            yield lent.made
        except BaseException:
            lent.sandbox.close()
            raise
        self._keep(lent)

    def close(self) -> None:
        """Ends what is kept; a later call of `lend` starts anew."""
        self._keep(None)

    def _take(self, maker: Callable[[Sandbox], Made]) -> _Kept[Made]:
        with self._guard:
            idle, self._idle = self._idle, None
        opted_out = os.environ.get(OPT_OUT)
        if idle is not None and idle.maker == maker and idle.opted_out == opted_out:
            return idle
        if idle is not None:
            idle.sandbox.close()
        sandbox = make_sandbox()
        try:
            return _Kept(maker, opted_out, sandbox, maker(sandbox))
        except BaseException:
            sandbox.close()
            raise

    def _keep(self, lent: _Kept[Made] | None) -> None:
        with self._guard:
            idle, self._idle = self._idle, lent
        if idle is not None:
            idle.sandbox.close()
