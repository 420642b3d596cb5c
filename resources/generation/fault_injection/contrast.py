"""Contrast: the lines of the failed attempt beside those that take their place."""

from random import Random

from resources.generation.fault_injection.phrases import quotable, say
from resources.generation.fault_injection.placing import LineChange, line_changes

_ONE_LINE = (
    "Line {number} was `{old}` and becomes `{new}`.",
    "I change line {number} from `{old}` to `{new}`.",
    "At line {number}, `{new}` instead of `{old}`.",
    "`{old}` (line {number}) is now `{new}`.",
)
_ADDED = (
    "After line {before} comes `{new}`, which was not there.",
    "What was missing after line {before}: `{new}`.",
    "I put `{new}` behind line {before}.",
)
_FIRST = ("`{new}` comes first, above everything else.", "At the very top I put `{new}`.")
_REMOVED = (
    "`{old}` in line {number} goes.",
    "I drop line {number}, `{old}`.",
    "Line {number}, `{old}`, has no place there.",
)
_BLOCK = ("Around line {number} the text changes:", "From line {number} on:", "The lines from {number}, old and new:")
_SAME = ("The text stays as it was.", "I leave the code as it is.")
_HUNKS, _LINES = 5, 8
"""Hunks and lines shown: a renaming touches dozens of lines that say nothing new."""


def contrast(before: str, after: str, chance: Random) -> str:
    """Each changed place with its old and new text; a block of several lines as a small diff."""
    hunks = line_changes(before, after)
    if not hunks:
        return say(chance, _SAME)
    said = [_hunk(hunk, chance) for hunk in hunks[:_HUNKS]]
    if len(hunks) > _HUNKS:
        said.append(f"The other {len(hunks) - _HUNKS} places change in the same way.")
    return "\n".join(said)


def _hunk(hunk: LineChange, chance: Random) -> str:
    old, new = (quotable("\n".join(lines).strip()) for lines in (hunk.removed, hunk.added))
    if max(len(hunk.removed), len(hunk.added)) == 1 and (old or new):
        return _line(hunk.line, old, new, chance)
    shown = [f"- {line}" for line in hunk.removed[:_LINES]] + [f"+ {line}" for line in hunk.added[:_LINES]]
    return "\n".join([say(chance, _BLOCK, number=hunk.line), "```diff", *shown, "```"])


def _line(number: int, old: str, new: str, chance: Random) -> str:
    """One line in one line's place; what is blank is none."""
    if old and new:
        return say(chance, _ONE_LINE, number=number, old=old, new=new)
    if old:
        return say(chance, _REMOVED, number=number, old=old)
    return say(chance, _ADDED if number > 1 else _FIRST, before=number - 1, new=new)
