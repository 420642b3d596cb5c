"""The nearest executed candidate, and the difference to it: most of the signal in few tokens.

Text and set operations only, no parser: the same code serves all domains. What is made of the
difference is `rendering` (text) and `features` (numbers).
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from resources.world_model.model import Executed

WORD = re.compile(r"[A-Za-z_$][\w$]*|\d[\w.']*|[^\w\s]")
"""Identifiers, numbers and single punctuation marks: alike in the languages that are fed in."""


@dataclass(frozen=True)
class Hunk:
    """Lines that differ. `start` is the 0-based first line in the candidate; `enclosing` the line that
    opens the block around it, stripped, "" at the top; `before` and `after` are touched context."""

    start: int
    enclosing: str
    before: tuple[str, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    after: tuple[str, ...]


@lru_cache(maxsize=4096)
def words(code: str) -> tuple[str, ...]:
    return tuple(WORD.findall(code))


def similarity(left: str, right: str) -> float:
    """Share of words in common as multisets, 0 to 1; 1 for equal texts."""
    if left == right:
        return 1.0
    one, other = Counter(words(left)), Counter(words(right))
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def nearest(code: str, executed: Sequence[Executed]) -> Executed | None:
    """The most similar executed candidate; the earliest of equals, so that the reference wins a tie."""
    return max(executed, key=lambda item: similarity(code, item.candidate.code), default=None)


def enclosing_line(lines: Sequence[str], index: int) -> str:
    """The nearest line above `index` that is indented less: the head of the block around it."""
    own = next((line for line in lines[index:] if line.strip()), "")
    depth = len(own) - len(own.lstrip())
    for line in reversed(lines[:index]):
        if line.strip() and len(line) - len(line.lstrip()) < depth:
            return line.strip()
    return ""


@lru_cache(maxsize=4096)
def hunks(old: str, new: str, context: int = 1) -> tuple[Hunk, ...]:
    """The differing lines from `old` to `new`, in order, each with up to `context` equal lines around.

    White space at line ends is not a difference. Quadratic at worst in the number of lines.
    """
    before, after = ([line.rstrip() for line in text.splitlines()] for text in (old, new))
    found = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            found.append(
                Hunk(
                    start=j1,
                    enclosing=enclosing_line(after, j1) if j1 < len(after) else "",
                    before=tuple(after[max(0, j1 - context) : j1]),
                    removed=tuple(before[i1:i2]),
                    added=tuple(after[j1:j2]),
                    after=tuple(after[j2 : j2 + context]),
                )
            )
    return tuple(found)
