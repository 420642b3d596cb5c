"""Faults in lines: gone, twice, moved, cut, from another program, no program text at all; changed returns."""

import re
from collections.abc import Sequence
from random import Random

from resources.domains.faults import Change
from resources.generation.text_edits.lexer import TokenKind
from resources.generation.text_edits.source import Line, Source, inserted, replaced

_PROSE = (
    "Here is the complete program, with the change described above.",
    "The rest stays as it was.",
    "Note that this version handles the corner case as well",
    "I will now continue with the remaining part.",
    "Let me know if anything else is needed!",
    "Explanation: the value is updated once per step, as required.",
    "...",
    "```",
    "<rest of the code unchanged>",
)
"""What a model writes into a file by mistake."""
_FURTHEST = 6
_RETURN = re.compile(r"(?P<head>\s*(?:return|assign\s+[^=\n]+=|result\s*=|out\w*\s*<?=)\s*)(?P<value>[^;\n]+)")


def line_deleted(source: Source, chance: Random) -> Sequence[Change]:
    line = _any(source, chance)
    return (replaced(line, ""),) if line else ()


def line_doubled(source: Source, chance: Random) -> Sequence[Change]:
    line = _any(source, chance)
    return (inserted(line.end, _whole(line)),) if line else ()


def line_moved(source: Source, chance: Random) -> Sequence[Change]:
    line = _any(source, chance)
    if line is None or len(source.written) < 2:
        return ()
    near = [other for other in source.written if 0 < abs(other.number - line.number) <= _FURTHEST]
    if not near:
        return ()
    target = chance.choice(near)
    offset = target.end if target.number > line.number else target.start
    before = "" if offset == 0 or source.code[offset - 1] == "\n" else "\n"
    return (replaced(line, ""), inserted(offset, before + _whole(line)))


def lines_swapped(source: Source, chance: Random) -> Sequence[Change]:
    pairs = [(one, two) for one, two in zip(source.written, source.written[1:], strict=False) if one.text != two.text]
    if not pairs:
        return ()
    one, two = chance.choice(pairs)
    return (replaced(one, _whole(two)), replaced(two, _whole(one)))


def block_cut(source: Source, chance: Random) -> Sequence[Change]:
    """Two to eight lines in a row."""
    if len(source.lines) < 3:
        return ()
    count = chance.randint(2, min(8, len(source.lines) - 1))
    at = chance.randrange(len(source.lines) - count + 1)
    start, end = source.lines[at].start, source.lines[at + count - 1].end
    return (Change(start, end, source.code[start:end], ""),)


def end_cut(source: Source, chance: Random) -> Sequence[Change]:
    """The text stops too early, as an answer that ran out of tokens does."""
    if len(source.code) < 2:
        return ()
    start = round(len(source.code) * chance.uniform(0.55, 0.98))
    return (Change(start, len(source.code), source.code[start:], ""),)


def line_spliced(source: Source, chance: Random) -> Sequence[Change]:
    """One to three lines of another program of the domain, in the place's indentation."""
    place = _any(source, chance)
    others = [text for text in source.others if text.strip() and text != source.code]
    if place is None or not others:
        return ()
    foreign = [line for line in chance.choice(others).splitlines() if line.strip()]
    at = chance.randrange(len(foreign))
    taken = foreign[at : at + chance.randint(1, 3)]
    text = "".join(f"{place.indent}{line.strip()}\n" for line in taken)
    if chance.random() < 0.4:
        return (replaced(place, text),)
    return (inserted(place.start, text),)


def line_commented_out(source: Source, chance: Random) -> Sequence[Change]:
    line = _any(source, chance)
    return (inserted(line.start + len(line.indent), f"{source.comment_mark} "),) if line else ()


def indentation_changed(source: Source, chance: Random) -> Sequence[Change]:
    line = _any(source, chance)
    if line is None:
        return ()
    deeper, shallower = line.indent + "    ", line.indent[: max(0, len(line.indent) - 4)]
    indent = chance.choice([text for text in (deeper, shallower) if text != line.indent])
    return (Change(line.start, line.start + len(line.indent), line.indent, indent),)


def return_changed(source: Source, chance: Random) -> Sequence[Change]:
    """What a line gives back or drives becomes a constant, or another name of the file."""
    returns = [(line, match) for line in source.written if (match := _RETURN.match(line.text))]
    if not returns:
        return ()
    line, match = chance.choice(returns)
    other = chance.choice(source.names) if source.names and chance.random() < 0.6 else chance.choice(("0", "1"))
    start = line.start + match.start("value")
    return (Change(start, start + len(match["value"]), match["value"], other),)


def prose_pasted(source: Source, chance: Random) -> Sequence[Change]:
    """Applies to every text: what edits fall back on."""
    line, text = _any(source, chance), f"{chance.choice(_PROSE)}\n"
    if line is None:
        return (inserted(0, text),)
    return (inserted(line.start, text),)


def comment_opened(source: Source, chance: Random) -> Sequence[Change]:
    """A comment or a string that is opened in the middle of a line and not closed."""
    token = source.pick(chance, TokenKind.NAME, TokenKind.MARK)
    return (inserted(token.start, chance.choice(('"', f"{source.comment_mark} "))),) if token else ()


def _any(source: Source, chance: Random) -> Line | None:
    return chance.choice(source.written) if source.written else None


def _whole(line: Line) -> str:
    return line.text if line.text.endswith("\n") else f"{line.text}\n"
