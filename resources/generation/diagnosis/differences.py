"""Differences: the lines that went and came between two texts. What they mean is `change`."""

import difflib
from dataclasses import dataclass


@dataclass(frozen=True)
class LineChange:
    """One hunk between two texts: the lines that went and came; `line` is 1-based in the older text."""

    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]


def line_changes(before: str, after: str) -> list[LineChange]:
    """The hunks that turn one text into the other, in order."""
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    return [
        LineChange(first + 1, tuple(old[first:last]), tuple(new[start:stop]))
        for tag, first, last, start, stop in matcher.get_opcodes()
        if tag != "equal"
    ]
