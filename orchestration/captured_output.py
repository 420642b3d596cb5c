"""Captured output: the processes by which Dagster shows a step's output leave Ctrl-C to the command.

Dagster writes what a step prints into a file, starts `tail` to show it, and a watcher that ends `tail` where Dagster is
killed. A terminal sends Ctrl-C to all of them: the watcher would die with a traceback, and `tail` before the last
lines. Dagster ends both behind the step, by SIGTERM.
"""

import contextlib
import signal
from collections.abc import Iterator, Sequence

from dagster._core.storage.compute_log_manager import CapturedLogContext, ComputeLogManager


@contextlib.contextmanager
def deaf_followers(manager: ComputeLogManager) -> Iterator[None]:
    """What `manager` starts meanwhile, to show what steps of this process print, does not hear Ctrl-C."""
    capture = manager.capture_logs

    @contextlib.contextmanager
    def capture_deafly(log_key: Sequence[str]) -> Iterator[CapturedLogContext]:
        with contextlib.ExitStack() as followers:
            with _without_interrupts():
                captured = followers.enter_context(capture(log_key))
            yield captured

    vars(manager)["capture_logs"] = capture_deafly
    try:
        yield
    finally:
        del vars(manager)["capture_logs"]


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Of this thread and of the programs that it starts, for as long as they run. Another thread of this process may
    hear what comes meanwhile."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
