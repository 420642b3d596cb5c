"""The first word: who waits for a second before a command has said anything is told what it does, and every ten seconds
that it still does it. From the command's own first word on, its progress is its own.

Imports take seconds on a busy machine, and more the first time; none is needed to say that they are under way.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

from orchestration.log_output import NOTES
from orchestration.terminal_text import diagnostics, elapsed, terminal

SOON_S = 0.5
"""After the command line itself is there, which took as long on an idle machine."""
AGAIN_S = 10.0
"""As often as stages say what runs."""
_WORK = {
    "run": "loading the graph",
    "eval": "loading the graph",
    "graph": "loading the graph",
    "ui": "starting Dagster",
    "status": "reading the home",
    "doctor": "trying each tool",
    "serve": "starting the server",
}


@contextmanager
def first_word(
    typed: Sequence[str], names: Callable[[], Collection[str]], soon_s: float = SOON_S, again_s: float = AGAIN_S
) -> Iterator[None]:
    """Says what the command `typed` does once it was silent for so long, and then again. Nothing where it has
    printed or is over.

    `names` gives those of all commands; it is called when something is to be said.
    """
    timer = _Wait(soon_s, say, [typed, names, silence()])
    timer.again_s = again_s
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Wait(threading.Timer):
    """For a command to say something itself."""

    again_s = AGAIN_S

    def run(self) -> None:
        began = time.monotonic()
        if self.finished.wait(self.interval):
            return
        command, is_silent = self.function(*self.args), silence()
        while command and not self.finished.wait(self.again_s) and is_silent():
            NOTES.info("icwm %s: at work for %s …", command, elapsed(time.monotonic() - began))
            is_silent = silence()


def say_now() -> None:
    """Waits no longer, and says it where nothing was said. For who forks: no other thread may run then."""
    for thread in threading.enumerate():
        if isinstance(thread, _Wait):
            thread.cancel()
            thread.join()
            thread.function(*thread.args, **thread.kwargs)


def silence() -> Callable[[], bool]:
    """Whether nothing was printed since now."""
    before = terminal().printed, diagnostics().printed
    return lambda: (terminal().printed, diagnostics().printed) == before


def say(typed: Sequence[str], names: Callable[[], Collection[str]], is_silent: Callable[[], bool]) -> str:
    """Of the first word that names a command: before it may stand an option's value. The command, "" where nothing is
    said; who asks for help waits for nothing."""
    known = () if "--help" in typed else names()
    command = next((word for word in typed if word in known), "")
    if not command or not is_silent():
        return ""
    NOTES.info("icwm %s: %s …", command, _WORK.get(command, "loading what it needs"))
    return command
