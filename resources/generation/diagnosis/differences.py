"""Differences: the lines that went and came between two texts. What they mean is `change`."""

import difflib
from dataclasses import dataclass


@dataclass(frozen=True)
class LineChange:
    """One hunk between two texts: the lines that went and came; `line` is 1-based in the older text."""

    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]

    def takes(self, number: int) -> bool:
        """Whether this line of the older text goes or changes."""
        return self.line <= number < self.line + len(self.removed)


def line_changes(before: str, after: str) -> list[LineChange]:
    """The hunks that turn one text into the other, in order."""
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    return [
        LineChange(first + 1, tuple(old[first:last]), tuple(new[start:stop]))
        for tag, first, last, start, stop in matcher.get_opcodes()
        if tag != "equal"
    ]


def moved_lines(line: int, before: str, after: str) -> set[int]:
    """Where a line stands now; all lines that took its place or came before it, and the next, where it changed."""
    shift = 0
    for hunk in line_changes(before, after):
        if hunk.line > line:
            break
        if line < hunk.line + max(1, len(hunk.removed)):
            first = hunk.line + shift
            return set(range(first, first + len(hunk.added) + 1))
        shift += len(hunk.added) - len(hunk.removed)
    return {line + shift}
