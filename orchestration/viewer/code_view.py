"""A turn's code as lines of HTML: coloured, beside the turn before, with what the log says at its lines.

Text comes from anybody; what leaves here is escaped, and its only markup is this module's.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pygments.lexers
from markupsafe import Markup, escape
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

CONTEXT = 4
"""Unchanged lines that are shown around a change."""
_SHORTEST_FOLD = 6
LEXERS = {"asm": "gas"}
"""Pygments' name of a fence tag, where it is another."""
LONGEST_COLOURED = 400_000
"""Characters: colours are made at about a megabyte a second."""


@dataclass(frozen=True)
class Notes:
    """What stands at lines of the code, by 1-based number: the log's words, faults that were injected, and how often
    the line was executed."""

    said: Mapping[int, Sequence[str]] = field(default_factory=dict)
    faults: Mapping[int, Sequence[str]] = field(default_factory=dict)
    counts: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """`kind` is same, added or removed; a removed line has no number of its own. `heat` is 0 to 9."""

    kind: str
    number: int | None
    html: Markup
    said: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    count: int | None = None
    heat: int = 0


@dataclass(frozen=True)
class Block:
    """Lines that stand together; folded where nothing in them changed or was said."""

    lines: tuple[Line, ...]
    folded: bool = False


def code_blocks(code: str, language: str, before: str | None, notes: Notes) -> list[Block]:
    """All lines of `code`; those that `before` had and `code` has not stand between them."""
    lines = [_noted(line, notes) for line in _compared(code, language, before)]
    return list(_folded(lines)) if before is not None else [Block(tuple(lines))]


def coloured(code: str, language: str) -> list[Markup]:
    """One element a line of `code.splitlines()`."""
    wanted = code.splitlines()
    if len(code) > LONGEST_COLOURED:
        return [escape(line) for line in wanted]
    made = list(_coloured_lines(code, language))
    # A lexer that sees other line ends than Python (a form feed, U+2028) would put colours at the wrong lines.
    return made if len(made) == len(wanted) else [escape(line) for line in wanted]


def _coloured_lines(code: str, language: str) -> Iterator[Markup]:
    try:
        lexer = pygments.lexers.get_lexer_by_name(
            LEXERS.get(language, language), stripnl=False, ensurenl=False, stripall=False
        )
    except ClassNotFound:
        yield from (escape(line) for line in code.split("\n"))
        return
    line = Markup()
    for kind, text in lexer.get_tokens(code):
        shown = STANDARD_TYPES.get(kind) or STANDARD_TYPES.get(kind.parent, "")
        first, *others = text.split("\n")
        line += _span(shown, first)
        for other in others:
            yield line
            line = Markup() + _span(shown, other)
    if line:
        yield line


def _span(kind: str, text: str) -> Markup:
    return Markup('<span class="{}">{}</span>').format(kind, text) if kind and text else escape(text)


def _compared(code: str, language: str, before: str | None) -> Iterator[Line]:
    new = coloured(code, language)
    if before is None:
        yield from (Line("same", number, html) for number, html in enumerate(new, 1))
        return
    old = coloured(before, language)
    matcher = difflib.SequenceMatcher(None, before.splitlines(), code.splitlines(), autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            yield from (Line("removed", None, html) for html in old[old_start:old_end])
        same = "same" if kind == "equal" else "added"
        yield from (Line(same, number + 1, new[number]) for number in range(new_start, new_end))


def _noted(line: Line, notes: Notes) -> Line:
    if line.number is None:
        return line
    count = notes.counts.get(line.number)
    most = max(notes.counts.values(), default=0)
    return replace(
        line,
        said=tuple(notes.said.get(line.number, ())),
        faults=tuple(notes.faults.get(line.number, ())),
        count=count,
        heat=round(9 * count / most) if count and most else 0,
    )


def _folded(lines: Sequence[Line]) -> Iterator[Block]:
    """Runs of lines that are far from anything to look at are folded."""
    told = [number for number, line in enumerate(lines) if line.kind != "same" or line.said or line.faults]
    near = {place for number in told for place in range(number - CONTEXT, number + CONTEXT + 1)}
    start = 0
    for end in range(1, len(lines) + 1):
        if end == len(lines) or (end in near) != (start in near):
            block = tuple(lines[start:end])
            yield Block(block, folded=start not in near and len(block) >= _SHORTEST_FOLD)
            start = end
