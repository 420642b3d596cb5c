"""Termination: a command that is asked to stop by SIGTERM or Ctrl-C stops, whatever has the signal's handler just then.

Dagster sets handlers of its own around every run and drops what arrives while it puts the old ones back; it also copies
SIGINT's, which a job started in the background inherits as ignored, to SIGTERM. So the signal is also read from the
interpreter's wakeup descriptor, which tells of every signal that has any handler.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType, TracebackType

from orchestration.log_output import NOTES

GRACE_S = 30.0
"""For a step to be interrupted, its sandboxes to end, and the run to be written down as failed."""
_ENDING = (signal.SIGTERM, signal.SIGINT)


class Termination:
    """Used as a context manager in the main thread. `requested` is the signal that asked, None before one did.

    Who loops over runs asks it between them. A process that has not ended `grace_s` later is ended hard; sandboxes end
    with it, and what is finished is kept.
    """

    def __init__(self, grace_s: float = GRACE_S) -> None:
        self.requested: signal.Signals | None = None
        self._grace_s = grace_s

    def __enter__(self) -> "Termination":
        self._read, self._write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        os.set_blocking(self._read, True)
        self._handlers = {number: signal.signal(number, _interrupt) for number in _ENDING}
        self._wakeup = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        self._left = threading.Event()
        threading.Thread(target=self._watch, name="termination", daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._left.set()
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        os.close(self._write)

    def _watch(self) -> None:
        """The first of the signals counts; whoever is not out of the block in time is ended."""
        with contextlib.closing(os.fdopen(self._read, "rb", buffering=0)) as signals:
            while self.requested is None and (numbers := signals.read(1)):
                self.requested = next((number for number in _ENDING if number == numbers[0]), None)
        if self.requested is not None and not self._left.wait(self._grace_s):
            os._exit(128 + self.requested)


@contextlib.contextmanager
def noted_interrupt() -> Iterator[threading.Event]:
    """Set once Ctrl-C was pressed, whatever becomes of the KeyboardInterrupt: DuckDB makes a RuntimeError of it, and a
    reader of pyarrow's an error of the input. Whoever has a handler of his own has the signal to himself."""
    pressed = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        pressed.set()
        raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield pressed
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end_status(requested: signal.Signals) -> int:
    """Says that the signal ended the command; its exit status, as shells have it."""
    NOTES.error("ended by %s: what is finished is kept, run again to go on", requested.name)
    return 128 + requested


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextlib.contextmanager
def terminable() -> Iterator[None]:
    """Puts back the handler of SIGTERM that Dagster leaves changed behind a run in the main thread. Where SIGINT is
    ignored, SIGTERM would be from then on; children inherit that, and those of a later run would not end when asked."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
