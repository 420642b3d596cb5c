"""Undone changes: what a turn changed that the last attempt has again as it was. Read off the texts alone."""

from collections.abc import Sequence
from itertools import pairwise

from resources.generation.diagnosis.differences import LineChange, line_changes


def holds_undone_change(codes: Sequence[str], place: int) -> bool:
    """Whether an attempt holds a change, of its own turn or of an earlier one, that the last attempt has not: a step
    that its author took back in the end. `codes` are a trajectory's attempts in order."""
    for before, now in pairwise(codes[: place + 1]):
        undone = _undone(before, now, codes[-1])
        if undone - _undone(before, now, codes[place]):
            return True
    return False


def _undone(before: str, now: str, later: str) -> set[LineChange]:
    """The changes of a turn in whose places a later text is as the text before it was; none of white space alone."""
    changed = {line for hunk in line_changes(before, later) for line in (*_lines(hunk), *_edges(hunk))}
    changes = (hunk for hunk in line_changes(before, now) if _is_worded(hunk))
    return {hunk for hunk in changes if changed.isdisjoint(_lines(hunk) or _edges(hunk))}


def _lines(hunk: LineChange) -> range:
    """The lines that go, and the gaps between them: line n is 2n, the gap before it 2n - 1."""
    return range(2 * hunk.line, 2 * (hunk.line + len(hunk.removed)) - 1)


def _edges(hunk: LineChange) -> tuple[int, int]:
    """The gaps around these lines; where none goes, the one gap that lines are put into."""
    return 2 * hunk.line - 1, 2 * (hunk.line + len(hunk.removed)) - 1


def _is_worded(hunk: LineChange) -> bool:
    """Whether more than white space changes."""
    old, new = ("".join("".join(lines).split()) for lines in (hunk.removed, hunk.added))
    return old != new
