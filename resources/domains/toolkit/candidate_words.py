"""Whose words a log's lines are: what a candidate's process wrote stands behind a mark, in every domain.

A candidate may print the judge's own sentences. Whoever reads the log, a person, a rule or a model, has to tell them
apart: a line that begins with `printed: ` is the candidate's, every other line is the judge's or a tool's. How a domain
knows which words are whose is its own affair.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from resources.domains.toolkit.log_text import PRINTED, without_terminal_codes

_MARK = PRINTED.encode()
_LINE_END = re.compile(rb"\r\n|[\n\r\v\f\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]")
"""What some reader, if not all, takes for the end of a line."""
_JUDGES = re.compile(
    rb"(?:(?:held-back )?(?:test|case|scenario|trace of|gate|compare|verdict|script|measure|interpreter|emulator|gpu"
    rb"|model|qemu|renode|reject|import|assemble|link|compile|synthesise|simulate|netlist|function|rejected|forbidden"
    rb"|simulation and synthesis|mismatch|printed)\b[^:\n]{0,200}:"
    rb"|\d+ of \d+ |the (?:program|process) )",
    re.IGNORECASE,
)
"""How the judges' own lines begin that name no file: those look like any tool's."""


class Said(NamedTuple):
    text: bytes
    is_candidates: bool


def printed(log: bytes) -> bytes:
    """What a candidate's process wrote, each line behind the mark; blank lines are left out."""
    return b"".join(_MARK + line + b"\n" for line in _LINE_END.split(log) if line.strip())


def interleaved(words: Iterable[Said]) -> bytes:
    """What a bench and a candidate wrote to one log, each on lines of its own."""
    log, is_open = [], False
    for is_candidates, group in groupby(words, key=lambda said: said.is_candidates):
        text = b"".join(said.text for said in group)
        if is_candidates and text.strip():
            text = (b"\n" if is_open else b"") + printed(text)
        log.append(text)
        is_open = not text.endswith(b"\n") if text else is_open
    return b"".join(log)


def told(log: bytes) -> bytes:
    """What a tool said of a candidate, whose words it may quote (an error's text, a pragma's): a line that reads like
    one of the judge's gets the mark, all others stay."""
    return b"\n".join(_MARK + line if _is_like_the_judges(line) else line for line in _LINE_END.split(log))


def _is_like_the_judges(line: bytes) -> bool:
    return _JUDGES.match(without_terminal_codes(line)) is not None


def continued(text: bytes) -> bytes:
    """As `told`, of a text whose first line goes on with the judge's words."""
    end = _LINE_END.search(text)
    return text[: end.start()] + b"\n" + told(text[end.end() :]) if end else text


def message(text: str) -> str:
    """An exception's text, for the end of a line of the judge's: its further lines get the mark."""
    first, *more = _LINE_END.split(text.encode("utf-8", "replace"))
    return (first + b"\n" + printed(b"\n".join(more))).decode().rstrip("\n")


def is_printed(line: str) -> bool:
    """Whether a line of a log is the candidate's."""
    return line.startswith(PRINTED)
