"""The first word: who waits for a second before a command has said anything is told what it does.

Imports take seconds on a busy machine, and more the first time; none is needed to say that they are under way.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from orchestration.log_output import NOTES
from orchestration.terminal_text import diagnostics, terminal

SOON_S = 0.5
"""After the command line itself is there, which took as long on an idle machine."""
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
def first_word(typed: Sequence[str], soon_s: float = SOON_S) -> Iterator[None]:
    """Says what the command `typed` does once it was silent for so long. Nothing where it has printed or is over."""
    timer = threading.Timer(soon_s, _say, [typed, _silence()])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _silence() -> Callable[[], bool]:
    """Whether nothing was printed since now."""
    before = terminal().printed, diagnostics().printed
    return lambda: (terminal().printed, diagnostics().printed) == before


def _say(typed: Sequence[str], is_silent: Callable[[], bool]) -> None:
    command = next((word for word in typed if not word.startswith("-")), "")
    if command and is_silent():
        NOTES.info("icwm %s: %s …", command, _WORK.get(command, "loading what it needs"))
