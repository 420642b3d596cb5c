"""Text of others on a terminal or in a log file: control characters are shown and not obeyed."""

import re
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment


class TerminalConsole(Console):
    """Prints whatever it is given, tables and errors too, with control characters shown; colours are its own.

    `printed` counts the calls, and those of `write`, whatever came of them.
    """

    printed = 0

    def print(self, *objects: Any, **options: Any) -> None:
        self.printed += 1
        super().print(*objects, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.is_control else segment._replace(text=printable(segment.text))


def write(console: Console, text: str) -> None:
    """As it is, past the console's own form."""
    if isinstance(console, TerminalConsole):
        console.printed += 1
    console.file.write(text)


@cache
def terminal() -> TerminalConsole:
    """The one that all commands print their results to; wide where nobody looks."""
    return TerminalConsole(width=None if sys.stdout.isatty() else 140)


@cache
def diagnostics() -> TerminalConsole:
    """Stderr, for all that is no result; wide where nobody looks."""
    return TerminalConsole(stderr=True, width=None if sys.stderr.isatty() else 140)


def elapsed(seconds: float) -> str:
    """ "85 s", "4 min 10 s", "2 h 5 min": two such words, said ten seconds apart, differ for an hour."""
    whole = int(seconds)
    if whole < 90:
        return f"{seconds:.0f} s"
    return f"{whole // 60} min {whole % 60} s" if whole < 3600 else f"{whole // 3600} h {whole // 60 % 60} min"


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def printable(text: str) -> str:
    """Control characters but line ends and tabs as \\x1b and the like; so are those that turn the direction of text."""
    if text.isascii() and not _CONTROL.search(text):
        return text
    return "".join(_shown(letter) for letter in text)


def _shown(letter: str) -> str:
    is_control = unicodedata.category(letter) in ("Cc", "Cf", "Cs") and letter not in "\n\t"
    return letter.encode("unicode_escape").decode() if is_control else letter
