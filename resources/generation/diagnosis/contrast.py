"""Contrast: the lines of the failed attempt beside those that take their place."""

from collections.abc import Sequence
from random import Random

from resources.generation.diagnosis.differences import LineChange, line_changes
from resources.generation.diagnosis.phrases import quotable, say

_ONE_LINE = (
    "Line {number} [was|read|had|said] `{old}`[ and becomes|; now it says|, and from now on|; I make it] `{new}`.",
    "I [change|rewrite|turn|correct|edit|take] line {number} from `{old}` to `{new}`.",
    "[At|In|On|For] line {number}[,|, I write|, I put|, I want] `{new}` [instead of|in place of] `{old}`.",
    "`{old}` (line {number}) [is now|becomes|turns into|gives way to] `{new}`.",
    "Line {number} [goes|is taken|changes|is turned] from `{old}` to `{new}`.",
    "[For|As to|In|At] line {number}[:| I|, I|: I] replace `{old}` [by|with] `{new}`.",
    "Instead of `{old}`, line {number} [gets|has|is to say|reads|becomes|is then] `{new}`.",
    "[I put|I write|There comes|It is to be] `{new}` [in place of|instead of] `{old}` [in|at|on] line {number}.",
)
_ADDED = (
    "[After|Behind|Below] line {before} [comes|goes|I add|I write] `{new}`.",
    "New [after|behind|below] line {before}: `{new}`.",
    "I [put|add|write|insert] `{new}` [behind|after|below] line {before}.",
)
_FIRST = ("`{new}` comes first, above everything else.", "At the very top I put `{new}`.")
_REMOVED = (
    "`{old}` in line {number} [goes|is taken out|is dropped|leaves].",
    "I [drop|remove|delete|take out] line {number}, `{old}`.",
    "Line {number}, `{old}`, [goes|is dropped|is taken away].",
)
_MOVED = (
    "`{text}` [moves|goes] from line {number} to [behind|after|below] line {before}.",
    "[I move|I take] `{text}` from line {number} to [behind|after|below] line {before}.",
)
_BLANK = ("An empty line [comes|goes in] after line {before}.", "I put an empty line after line {before}.")
_BLANK_FIRST = ("An empty line comes before everything else.", "At the very top I put an empty line.")
_BLANK_GONE = ("The empty line at line {number} [goes|is taken out].", "I take out the empty line at line {number}.")
_BLOCK = (
    "[Around|At|Near] line {number} the [text|code|passage] [changes|is rewritten|becomes another]:",
    "From line {number} on[, the text changes|, this changes|, old and new|]:",
    "The lines from {number}, [old and new|before and after|as they were and as they are]:",
)
_INDENTED = (
    "Line {number}, `{new}`, [keeps its text and moves|stays as it is and goes]: {columns} of indentation {side}.",
    "[At|In|On] line {number} [only|nothing but] the indentation changes, {columns} {side}: `{new}`.",
)
_SAME = ("The text stays as it was.", "I leave the code as it is.")
_HUNKS, _LINES = 5, 8
"""Hunks and lines shown: a renaming touches dozens of lines that say nothing new."""


def contrast(before: str, after: str, chance: Random, wanted: Sequence[LineChange] = ()) -> str:
    """Each changed place with its old and new text; a block of several lines as a small diff. Of many, those that are
    `wanted` are shown before others, in the order of the text."""
    hunks = line_changes(before, after)
    if not hunks:
        return say(chance, _SAME)
    moved = moves(hunks)
    rest = [hunk for hunk in hunks if not any(hunk in move for move in moved)]
    said = [_move(*move, chance) for move in moved] + [_hunk(hunk, chance) for hunk in _chosen(rest, wanted)]
    if len(rest) > _HUNKS:
        said.append(f"Places that change beside these: {len(rest) - _HUNKS}.")
    return "\n".join(said)


def _chosen(hunks: Sequence[LineChange], wanted: Sequence[LineChange]) -> list[LineChange]:
    ranked = [hunk for hunk in wanted if hunk in hunks] + [hunk for hunk in hunks if hunk not in wanted]
    return sorted(ranked[:_HUNKS], key=lambda hunk: hunk.line)


def moves(hunks: Sequence[LineChange]) -> list[tuple[LineChange, LineChange]]:
    """A line that goes in one place and comes in another is neither needless nor missing: from where, to where."""
    gone = {_only(hunk.removed): hunk for hunk in hunks if len(hunk.removed) == 1 and not hunk.added}
    come = {_only(hunk.added): hunk for hunk in hunks if len(hunk.added) == 1 and not hunk.removed and hunk.line > 1}
    return [(gone[text], come[text]) for text in gone if text and text in come]


def _only(lines: Sequence[str]) -> str:
    return lines[0].strip()


def _move(gone: LineChange, come: LineChange, chance: Random) -> str:
    return say(chance, _MOVED, text=quotable(_only(gone.removed)), number=gone.line, before=come.line - 1)


def _hunk(hunk: LineChange, chance: Random) -> str:
    old, new = (quotable("\n".join(lines).strip()) for lines in (hunk.removed, hunk.added))
    if len(hunk.removed) + len(hunk.added) == 1 and not (old or new):
        return _blank(hunk, chance)
    if max(len(hunk.removed), len(hunk.added)) == 1 and (old or new):
        return _indented(hunk, new, chance) if old == new else _line(hunk.line, old, new, chance)
    shown = [*_shown("-", hunk.removed), *_shown("+", hunk.added)]
    return "\n".join([say(chance, _BLOCK, number=hunk.line), "```diff", *shown, "```"])


def _shown(sign: str, lines: Sequence[str]) -> list[str]:
    """With a mark where there are more: a diff that merely stops looks whole."""
    more = len(lines) - _LINES
    return [f"{sign} {line}" for line in lines[:_LINES]] + ([f"{sign} … ({more} more)"] if more > 0 else [])


def _blank(hunk: LineChange, chance: Random) -> str:
    if hunk.removed:
        return say(chance, _BLANK_GONE, number=hunk.line)
    return say(chance, _BLANK if hunk.line > 1 else _BLANK_FIRST, before=hunk.line - 1)


def _indented(hunk: LineChange, new: str, chance: Random) -> str:
    """Where only the space around a line changes, quoting it twice would say that nothing does."""
    moved = _indentation(hunk.added[0]) - _indentation(hunk.removed[0])
    columns = f"{abs(moved)} column{'s' if abs(moved) != 1 else ''}"
    return say(chance, _INDENTED, number=hunk.line, new=new, columns=columns, side="more" if moved > 0 else "less")


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _line(number: int, old: str, new: str, chance: Random) -> str:
    """One line in one line's place; what is blank is none."""
    if old and new:
        return say(chance, _ONE_LINE, number=number, old=old, new=new)
    if old:
        return say(chance, _REMOVED, number=number, old=old)
    return say(chance, _ADDED if number > 1 else _FIRST, before=number - 1, new=new)
