"""Rewrites meant to keep a program's meaning: a comment taken out, white space, a name changed throughout.

Judged by text alone, so now and then one does change what the program does; the tools say so.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from resources.domains.faults import Change
from resources.generation.text_edits.lexer import Token, TokenKind
from resources.generation.text_edits.source import Source, inserted, replaced

_ENDINGS = ("_v", "_value", "_r", "2", "_local", "_now")
_NAME = re.compile(r"[^\W\d]\w*")
_BEFORE_MEMBERS = (".", "->", "@", "%", "#", "`")


def remark_removed(source: Source, chance: Random) -> Sequence[Change]:
    token = source.pick(chance, TokenKind.COMMENT)
    return (replaced(token, ""),) if token else ()


def blank_line_added(source: Source, chance: Random) -> Sequence[Change]:
    breaks = _breaks(source)
    return (inserted(chance.choice(breaks), "\n" * chance.randint(1, 2)),) if breaks else ()


def spaces_changed(source: Source, chance: Random) -> Sequence[Change]:
    """More space around some operators."""
    spaces = [token for token in source.of(TokenKind.SPACE) if token.text == " " and _amid_code(source, token)]
    if not spaces:
        return ()
    return tuple(inserted(token.start, " ") for token in chance.sample(spaces, min(len(spaces), chance.randint(1, 6))))


def name_changed_throughout(source: Source, chance: Random) -> Sequence[Change]:
    """A name that occurs at least twice and nowhere outside the program; members and foreign names are left alone."""
    counts = Counter(token.text for token in source.of(TokenKind.NAME))
    known = _names(source)
    choice = sorted(name for name, count in counts.items() if count > 1 and name not in known)
    if not choice:
        return ()
    name = chance.choice(choice)
    other = name + chance.choice([ending for ending in _ENDINGS if name + ending not in counts] or ["_other"])
    return tuple(replaced(token, other) for token in source.of(TokenKind.NAME) if token.text == name)


def _names(source: Source) -> set[str]:
    """Names that mean something elsewhere: in the task, in other programs (keywords, libraries), as members, or in
    texts and remarks of this one."""
    quoted = [token.text for token in source.of(TokenKind.STRING, TokenKind.COMMENT)]
    others = [text for text in source.others if text != source.code]
    solid = [token for token in source.tokens if token.kind is not TokenKind.SPACE]
    members = {after.text for before, after in pairwise(solid) if before.text in _BEFORE_MEMBERS}
    return {*_NAME.findall("\n".join((source.fixed, *others, *quoted))), *members}


def _breaks(source: Source) -> list[int]:
    """Offsets at which a line begins between two tokens; not after a line that is continued."""
    places = []
    for before, token in zip((None, *source.tokens), source.tokens, strict=False):
        if token.kind is TokenKind.SPACE and "\n" in token.text and (before is None or before.text != "\\"):
            places.append(token.start + token.text.rindex("\n") + 1)
    return places


def _amid_code(source: Source, token: Token) -> bool:
    """Not at a line's beginning, where it would be indentation."""
    line_start = source.code.rfind("\n", 0, token.start) + 1
    return bool(source.code[line_start : token.start].strip())
